import {
  type StartedServer,
  type Startup,
  summarizeStarts,
  WAYS,
  type Way,
} from '../../../charts/instruments/startup/format.ts'
import startup from '../../../charts/instruments/startup/instrument.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import { unless, value } from '../../cli/command.ts'
import { counts, fixedSeed, processes, routeNumbers, seconds } from '../../cli/options.ts'
import { chosenFolders, onRuntimes, type ServerOptions } from '../../cli/server-options.ts'
import { type Counter, counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import type { Launch } from '../../host/server-process.ts'
import { discoverServers, MANY_ROUTES, type Server } from '../../host/servers.ts'
import { say } from '../../terminal/output.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { countStart, type Startable, type StartPlan, startOnce } from './start.ts'
import { prepareWay } from './ways.ts'

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
    times: unless('keep no times: for a machine that is busy'),
    deployed: { ...unless('start servers of Node only from their source'), quick: false },
    limit: value('<s>', 'seconds for the first correct response', seconds, { standard: 30 }),
    seed: fixedSeed,
  },
  async prepare({ counts }, pinning) {
    const { counter, notCounted } = await counterOrNone(counts)
    if (notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    return { tool: 'none', pinning, counter, lanes: counter ? lanesFor(pinning).lanes : [] }
  },
  protocol({ processes, limit, seed, ...values }, servers, { counter, lanes, pinning }): Protocol {
    // They are only timed.
    const routes = values.times && withRoutes(values, servers).length > 0 ? values.routes : []
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
  opening({ processes, routes, routeProcesses }, _, { deployed }) {
    const numbers = routes.map(grouped).join(', ')
    const many = routes.length > 0 ? `, and ${routeProcesses} with ${numbers} routes if it has a file for them` : ''
    return `${processes} starts of each${deployed ? `, on Node also ${WAYS.slice(1).join(', ')}` : ''}${many}`
  },
  async measure({ scenario, servers, protocol, pinning, tool: { counter, lanes }, values }) {
    const { seed, polling, limitSeconds: limit, processes, counted, routeProcesses } = protocol
    const plan: StartPlan = { scenario, seed, polling, limit, cpus: pinning.server }
    const own = servers.flatMap((server) => {
      const ways = values.deployed && server.runtime.name === 'node' ? WAYS : WAYS.slice(0, 1)
      return ways.map((way) => startable(server, way, null))
    })
    const many = withRoutes(values, servers).flatMap((server) =>
      protocol.routes.map((routes) => startable(server, 'source', routes)),
    )
    const { times } = values
    const starts = [
      ...(await startsOf(own, { plan, times, processes, counting: counter && { counter, lanes, processes: counted } })),
      // Counting thousands of routes would take hours in an emulator.
      ...(await startsOf(many, { plan, times, processes: routeProcesses, counting: null })),
    ]
    return { counterVersion: counter?.version ?? null, servers: starts }
  },
})

function startable(server: Server, way: Way, routes: number | null): Startable {
  const part = routes !== null ? `with ${plural(routes, 'route')}` : way === 'source' ? '' : way
  return { ...server, folder: server.name, name: [server.name, part].filter(Boolean).join(', '), part, way, routes }
}

/** Returns the chosen servers that have a file with many routes, with it as their entry. */
function withRoutes(values: Pick<ServerOptions, 'runtime'> & ServerOptions, servers: readonly Server[]): Server[] {
  const { installed } = discoverServers(chosenFolders(values), MANY_ROUTES)
  return onRuntimes(installed, values.runtime).filter(({ name }) => servers.some((server) => server.name === name))
}

interface Amounts {
  plan: StartPlan
  /** Whether to keep the seconds. */
  times: boolean
  /** Timed processes of each subject. */
  processes: number
  /** Further processes whose instructions are counted, each on its own CPUs; null to count none. */
  counting: { counter: Counter; lanes: readonly (number[] | null)[]; processes: number } | null
}

/** Times fresh processes of each subject, and counts instructions of further ones. */
async function startsOf(
  subjects: readonly Startable[],
  { plan, times, processes, counting }: Amounts,
): Promise<StartedServer[]> {
  const { seed } = plan
  const prepared = new Map<Startable, Promise<Launch>>()
  const launchOf = (subject: Startable) => {
    const launch =
      prepared.get(subject) ?? prepareWay(subject, plan.scenario, (each) => startOnce(plan, subject, each, 0))
    prepared.set(subject, launch)
    return launch
  }
  const timed = await measureProcesses({
    ...{ servers: subjects, processes: DISCARDED + processes, seed },
    async measure(subject, round) {
      const started = await startOnce(plan, subject, await launchOf(subject), round)
      return times ? started : { ...started, seconds: null }
    },
    line: ({ seconds, peak }) =>
      seconds === null ? `${grouped((peak ?? 0) / 1e6)} MB` : `${(seconds * 1000).toFixed(1)} ms`,
  })
  const counts = counting
    ? await measureProcesses({
        servers: timed.flatMap(({ server, refusal }) => (refusal === null ? [server] : [])),
        ...{ processes: counting.processes, lanes: counting.lanes, seed },
        // Nothing is timed, so the poller may share its CPU.
        measure: async (subject, round, cpus) =>
          countStart({ ...plan, cpus, polling: false }, counting.counter, subject, await launchOf(subject), round),
        line: (instructions) => `${grouped(instructions / 1e6)} million instructions`,
      })
    : []
  return timed.map(({ server, ...own }) => {
    const count = counts.find((each) => each.server === server)
    const { folder: name, part, builds, way, routes } = server
    const reason = own.refusal ?? count?.refusal ?? null
    const refusal = reason === null || part === '' ? reason : `${part}: ${reason}`
    const kept = { processes: own.processes.slice(DISCARDED), instructions: count?.processes ?? [] }
    const summary = refusal === null ? summarizeStarts(kept) : null
    return { ...own, name, builds, way, routes, ...kept, refusal, summary }
  })
}
