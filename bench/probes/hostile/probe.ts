import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { hostile } from '../../../shared/probes/hostile.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { counts, fixedSeed, processes } from '../../cli/options.ts'
import { discoverServers, findServerFolders, OTHER_ERRORS, STEPS } from '../../folders/servers.ts'
import { onNode } from '../../measure/on-node.ts'
import { measuring } from '../../measure/probe.ts'
import { type Subject, serversOf, subjectOf } from '../../measure/subjects.ts'
import { checkVariant } from '../../measure/variants.ts'
import {
  DRAWN,
  type HostileSubject,
  measureCases,
  SEARCHED,
  searchCases,
  withCountedServer,
  withFreshServer,
} from './measure.ts'

const hasJson = ({ validates, route }: Scenario) =>
  validates && route.method === 'POST' && !route.isNoted

export default measuring({
  probe: hostile,
  description: 'how much work and how many response bytes one hostile request can cause',
  subjects: serversOf({
    assertFits(scenario) {
      if (hasJson(scenario)) return
      const others = [...scenarios.values()].filter(hasJson).map(({ name }) => name)
      throw new UsageError(`${scenario.name} has no JSON to vary: use ${others.join(', ')}`)
    },
    others: (scenario) => (scenario === updateUser ? libraries() : []),
  }),
  options: { counts, processes: processes(5, 1), seed: fixedSeed },
  expand: withOtherErrors,
  protocol: (_, { counter }) => ({
    drawn: DRAWN,
    searched: SEARCHED,
    counter: counter?.version ?? null,
  }),
  opening: ({ processes }) => plural(processes, 'process', 'processes'),
  async measure(subject: HostileSubject, { round, cpus, once, ...turn }) {
    const { scenario, values: options, tools } = turn
    const { counter } = tools
    if (round > 1 && counter === null) return null
    const start = { subject, scenario, cpus, seed: options.seed ?? 1 }
    const worstInputs = await once(async () => {
      if (subject.part !== '') await checkVariant(subject, turn)
      return await withFreshServer(start, counter !== null, (send, valid) =>
        searchCases(send, valid, start.seed),
      )
    })
    const measured = await (counter
      ? withCountedServer(counter, start, (send, valid) => measureCases(send, valid, worstInputs))
      : withFreshServer(start, false, (send, valid) => measureCases(send, valid, worstInputs)))
    const { values, evidence } = measured
    const { name, validation } = subject.manifest
    return {
      values: { ...values, errors: validation.errors },
      ...(round === 1 && { evidence }),
      ...(subject.part !== '' && { displayName: `${name}, ${subject.part}` }),
    }
  },
})

/** Returns a server, and its variant that reports errors in the other way that the library offers. */
function withOtherErrors(server: Subject): Subject[] {
  const entry = join(server.directory, OTHER_ERRORS, basename(server.entry))
  if (!existsSync(entry)) return [server]
  const errors: keyof typeof OTHER_PARTS =
    server.manifest.validation.errors === 'first' ? 'all' : 'first'
  const manifest = { ...server.manifest, validation: { ...server.manifest.validation, errors } }
  return [server, { ...server, entry, manifest, part: OTHER_PARTS[errors] }]
}

const OTHER_PARTS = { first: 'first error', all: 'all errors' }

/** Validation libraries that no server has, each on a server of its own. */
const libraries = (): HostileSubject[] =>
  discoverServers(findServerFolders([`${ROOT}/validators`]), STEPS).installed.map((server) => ({
    ...subjectOf(server),
    ...onNode(server),
  }))
