import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { hostile } from '../../../shared/probes/hostile.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { fixedSeed, processes } from '../../cli/options.ts'
import { discoverServers, findServerFolders, STEPS } from '../../folders/servers.ts'
import { onNode } from '../../measure/on-node.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOf, subjectOf } from '../../measure/subjects.ts'
import { DRAWN, type HostileSubject, measureCases, searchCases, whileItRuns } from './measure.ts'

const hasJson = ({ validates, route }: Scenario) =>
  validates && route.method === 'POST' && !route.isNoted

export default measuring({
  probe: hostile,
  description: 'the work and the bytes that one hostile request causes, by family of inputs',
  subjects: serversOf({
    assertFits(scenario) {
      if (hasJson(scenario)) return
      const others = [...scenarios.values()].filter(hasJson).map(({ name }) => name)
      throw new UsageError(`${scenario.name} has no JSON to vary: use ${others.join(', ')}`)
    },
    others: (scenario) => (scenario === updateUser ? libraries() : []),
  }),
  options: { processes: processes(5, 1), seed: fixedSeed },
  protocol: () => ({ drawn: DRAWN }),
  opening: ({ processes }) => plural(processes, 'process', 'processes'),
  async measure(subject: HostileSubject, { round, scenario, cpus, values: { seed = 1 }, once }) {
    const start = { subject, scenario, cpus, seed }
    const found = await once(() =>
      whileItRuns(start, (send, valid) => searchCases(send, valid, seed)),
    )
    const { values, evidence } = await whileItRuns(start, (send, valid) =>
      measureCases(send, valid, found),
    )
    return { values, ...(round === 1 && { evidence }) }
  },
})

/** Validation libraries that no server has, each on a server of its own. */
const libraries = (): HostileSubject[] =>
  discoverServers(findServerFolders([`${ROOT}/validators`]), STEPS).installed.map((own) => ({
    ...subjectOf(own),
    ...onNode(own),
  }))
