import hostile from '../../../charts/instruments/hostile/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { fixedSeed, processes } from '../../cli/options.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { discoverServers, findServerFolders, STEPS } from '../../folders/servers.ts'
import { partOfJournal } from '../../measure/journal.ts'
import { onNode } from '../../measure/on-node.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import {
  DRAWN,
  type Found,
  joined,
  measureCases,
  type Subject,
  searchCases,
  whileItRuns,
} from './measure.ts'

const hasJson = ({ validates, route }: Scenario) =>
  validates && route.method === 'POST' && !route.isNoted

export default serversCommand({
  shows: hostile,
  description: 'the work and the bytes that one hostile request causes, by family of inputs',
  options: { processes: processes(5, 1), seed: fixedSeed },
  // CPU time, so that processes may run beside each other.
  timed: false,
  prepare: async (_, usual) => ({ tool: 'none', ...lanesFor(usual) }),
  only(names, scenario) {
    if (hasJson(scenario)) return names
    const others = [...scenarios.values()].filter(hasJson).map(({ name }) => name)
    throw new UsageError(`${scenario.name} has no JSON to vary: use ${others.join(', ')}`)
  },
  protocol: ({ processes, seed }) => ({ processes, seed, drawn: DRAWN }),
  opening: ({ processes }) => plural(processes, 'process', 'processes'),
  async measure({ scenario, servers, protocol: { processes, seed }, tool: { lanes }, values }) {
    const subjects: Subject[] = [
      ...servers,
      ...(scenario.name === 'update-user' && !values.servers ? libraries() : []),
    ]
    const kept = partOfJournal()
    const searches = new Map<Subject, Promise<readonly Found[]>>()
    const measured = await measureProcesses({
      ...{ servers: subjects, processes, lanes, seed },
      async measure(subject, _, cpus) {
        const start = { subject, scenario, cpus, seed }
        const searched = () => whileItRuns(start, (send, valid) => searchCases(send, valid, seed))
        const search = searches.get(subject) ?? kept(`${subject.name}/cases`, searched)
        searches.set(subject, search)
        const found = await search
        return whileItRuns(start, (send, valid) => measureCases(send, valid, found))
      },
      line: (cases) => plural(cases.length, 'case'),
    })
    return {
      servers: measured.map(({ server: _, processes: all, ...own }) => {
        return { ...own, cases: own.refusal === null ? joined(all) : [] }
      }),
    }
  },
})

/** Validation libraries that no server has, each on a server of its own. */
const libraries = (): Subject[] =>
  discoverServers(findServerFolders([`${ROOT}/validators`]), STEPS).installed.map((own) => ({
    ...own,
    ...onNode(own),
  }))
