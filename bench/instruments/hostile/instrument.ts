import { join } from 'node:path'
import { hostileStore } from '../../../charts/instruments/hostile/format.ts'
import hostile from '../../../charts/instruments/hostile/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { plural } from '../../../shared/basics/text.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, processes, userPath } from '../../cli/options.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { discoverServers, findServerFolders, STEPS } from '../../host/servers.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { DRAWN, joined, measureCases, type Subject, searchCases, whileItRuns } from './measure.ts'

const SERVE = join(import.meta.dirname, '../serve-worker.ts')

export default serversCommand({
  shows: hostile,
  description: 'the work and the bytes that one hostile request causes, by family of inputs',
  options: {
    ...{ processes: processes(5, 1), seed: fixedSeed },
    cases: value('<file>', 'measure the inputs of this file, without a search', userPath),
  },
  // CPU time, so that processes may run beside each other.
  timed: false,
  prepare: async (_, usual) => ({ tool: 'none', ...lanesFor(usual) }),
  only(names, { name, validates, route }) {
    if (validates && route.method === 'POST' && !route.isNoted) return names
    throw new UsageError(`${name} has no JSON to vary`)
  },
  protocol: ({ processes, seed }) => ({ processes, seed, drawn: DRAWN }),
  opening: ({ processes }) => plural(processes, 'process', 'processes'),
  async measure({ scenario, servers, protocol: { processes, seed }, tool: { lanes }, values }) {
    const subjects: Subject[] = [...servers, ...(scenario.name === 'update-user' && !values.servers ? libraries() : [])]
    const known = values.cases === undefined ? [] : hostileStore.read(values.cases).servers
    const searched = await measureProcesses({
      ...{ servers: subjects, processes: 1, lanes, seed },
      measure: async (subject, _, cpus) =>
        known.find(({ name }) => name === subject.name)?.cases ??
        whileItRuns(subject, scenario, { cpus, seed }, (send, valid) => searchCases(send, valid, seed)),
      line: (found) => plural(found.length, 'case'),
    })
    const found = new Map(searched.map(({ server, processes: [own] }) => [server, own ?? []]))
    const measured = await measureProcesses({
      ...{ servers: subjects.filter((subject) => found.get(subject)?.length), processes, lanes, seed },
      measure: (subject, _, cpus) =>
        whileItRuns(subject, scenario, { cpus, seed }, (send, valid) =>
          measureCases(send, valid, found.get(subject) ?? []),
        ),
      line: (sizes) => `${sizes.flat().length} sizes`,
    })
    return {
      servers: searched.map(({ server, processes: [own = []], ...identity }) => {
        const sizes = measured.find((each) => each.server === server)
        const refusal = identity.refusal ?? sizes?.refusal ?? null
        return { ...identity, refusal, cases: refusal === null ? joined(own, sizes?.processes ?? []) : [] }
      }),
    }
  },
})

/** Validation libraries that no server has, each on a server of its own. */
function libraries(): Subject[] {
  const { installed } = discoverServers(findServerFolders([`${ROOT}/validators`]), STEPS)
  return installed.map(({ entry, ...library }) => ({ ...library, entry: SERVE, args: [entry] }))
}
