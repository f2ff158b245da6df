import { type StartedServer, type Startup, summarizeStarts } from '../../../charts/instruments/startup/format.ts'
import startup from '../../../charts/instruments/startup/instrument.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import { value } from '../../cli/command.ts'
import { counts, fixedSeed, processes, routeNumbers, seconds } from '../../cli/options.ts'
import { chosenFolders, onRuntimes, type ServerOptions } from '../../cli/server-options.ts'
import { type Counter, counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { discoverServers, MANY_ROUTES, type Server } from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { say } from '../../terminal/output.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { emptyPrograms } from './empty.ts'
import { countStart, type Startable, type StartPlan, startOnce } from './start.ts'

/** Enough for an interval of the median that excludes the few slowest and fastest. */
const PROCESSES = 20
/** Per number of routes, at most: thousands of routes take time. */
const ROUTE_PROCESSES = 10
/** Fewest counted processes that give an interval. */
const COUNTED = 5
/** First processes, which only warm the file cache. */
const DISCARDED = 1
/** Typical numbers, from small to large services. */
const ROUTES = [1, 10, 100, 1_000, 5_000]

type Protocol = Startup['protocol']

export default serversCommand({
  shows: startup,
  description: 'time servers from their start to the first correct response, also with many routes',
  options: {
    processes: processes(PROCESSES, 3),
    routes: value('<a,b>', 'numbers of typed routes, for servers with a file for them; or none', routeNumbers, {
      standard: ROUTES,
      quick: [1, 1_000],
    }),
    counts,
    limit: value('<s>', 'seconds for the first correct response', seconds, { standard: 30 }),
    seed: fixedSeed,
  },
  async prepare({ counts }, pinning) {
    const { counter, notCounted } = await counterOrNone(counts)
    if (notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    return { tool: 'none', pinning, counter, lanes: counter ? lanesFor(pinning).lanes : [] }
  },
  protocol({ processes, limit, seed, ...values }, servers, { counter, lanes, pinning }): Protocol {
    const routes = withRoutes(values, servers).length > 0 ? values.routes : []
    return {
      processes,
      routes,
      routeProcesses: routes.length > 0 ? Math.min(processes, ROUTE_PROCESSES) : 0,
      discarded: DISCARDED,
      counter: counter && 'qemu',
      counted: counter ? Math.min(processes, COUNTED) : 0,
      sideBySide: Math.max(1, lanes.length),
      polling: pinning.server !== null,
      limitSeconds: limit,
      seed,
    }
  },
  opening({ processes, routes, routeProcesses }) {
    const numbers = routes.map(grouped).join(', ')
    const many = routes.length > 0 ? `, and ${routeProcesses} with ${numbers} routes if it has a file for them` : ''
    return `${processes} starts of each${many}`
  },
  async measure({ scenario, servers, protocol, pinning, tool: { counter, lanes }, values }) {
    const { seed, polling, limitSeconds: limit, processes, counted, routeProcesses } = protocol
    const empty = emptyPrograms(pinning.server, runtimesOf(servers))
    const plan: StartPlan = { scenario, seed, polling, limit, cpus: pinning.server }
    const own = servers.map((server): Startable => ({ ...server, folder: server.name, routes: null }))
    const many = withRoutes(values, servers).flatMap((server) =>
      protocol.routes.map((routes): Startable => {
        const name = `${server.name}, ${plural(routes, 'route')}`
        return { ...server, name, folder: server.name, routes }
      }),
    )
    const starts = [
      ...(await startsOf(own, { plan, processes, counting: counter && { counter, lanes, processes: counted } })),
      // Counting thousands of routes would take hours in an emulator.
      ...(await startsOf(many, { plan, processes: routeProcesses, counting: null })),
    ]
    return { counterVersion: counter?.version ?? null, empty, servers: starts }
  },
})

/** Returns the chosen servers that have a file with many routes, with it as their entry. */
function withRoutes(values: Pick<ServerOptions, 'runtime'> & ServerOptions, servers: readonly Server[]): Server[] {
  const { installed } = discoverServers(chosenFolders(values), MANY_ROUTES)
  return onRuntimes(installed, values.runtime).filter(({ name }) => servers.some((server) => server.name === name))
}

interface Amounts {
  plan: StartPlan
  /** Timed processes of each subject. */
  processes: number
  /** Further processes whose instructions are counted, each on its own CPUs; null to count none. */
  counting: { counter: Counter; lanes: readonly (number[] | null)[]; processes: number } | null
}

/** Times fresh processes of each subject, and counts instructions of further ones. */
async function startsOf(
  subjects: readonly Startable[],
  { plan, processes, counting }: Amounts,
): Promise<StartedServer[]> {
  const { seed } = plan
  const timed = await measureProcesses({
    ...{ servers: subjects, processes: DISCARDED + processes, seed },
    measure: (subject, round) => startOnce(plan, subject, round),
    line: ({ seconds }) => `${(seconds * 1000).toFixed(1)} ms`,
  })
  const counts = counting
    ? await measureProcesses({
        servers: timed.flatMap(({ server, refusal }) => (refusal === null ? [server] : [])),
        ...{ processes: counting.processes, lanes: counting.lanes, seed },
        // Nothing is timed, so the poller may share its CPU.
        measure: (subject, round, cpus) =>
          countStart({ ...plan, cpus, polling: false }, counting.counter, subject, round),
        line: (instructions) => `${grouped(instructions / 1e6)} million instructions`,
      })
    : []
  return timed.map(({ server, ...own }) => {
    const count = counts.find((each) => each.server === server)
    const { folder: name, builds, routes } = server
    const reason = own.refusal ?? count?.refusal ?? null
    const refusal = reason !== null && routes !== null ? `with ${plural(routes, 'route')}: ${reason}` : reason
    const kept = { processes: own.processes.slice(DISCARDED), instructions: count?.processes ?? [] }
    return { ...own, name, builds, routes, ...kept, refusal, summary: refusal === null ? summarizeStarts(kept) : null }
  })
}
