import { partOf, WAYS } from '../../../charts/instruments/startup/format.ts'
import startup from '../../../charts/instruments/startup/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { unless, value } from '../../cli/command.ts'
import { counts, fixedSeed, processes, routeNumbers } from '../../cli/options.ts'
import { counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { discoverServers, MANY_ROUTES, type Server } from '../../folders/servers.ts'
import type { Launch } from '../../server/server-process.ts'
import { say } from '../../terminal/output.ts'
import { countFirstResponse, openingRequests, timeFirstResponse } from '../first-response.ts'
import { assertRoutes, manyRoutes } from '../many-routes.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { prepareWay, type Startable } from './ways.ts'

/** Fewest counted processes that give an interval. */
const COUNTED = 5
/** Seconds from spawning to the first correct response, at most; and under the emulator. */
const [LIMIT, COUNTED_LIMIT] = [30, 240]
/** Typical numbers, from small to large services. */
const ROUTES = [1, 10, 100, 1_000, 5_000]

export default serversCommand({
  shows: startup,
  description: 'time servers from their start to the first correct response, also with many routes',
  options: {
    processes: processes(10, 3),
    routes: value(
      '<a,b>',
      'numbers of typed routes, for servers with a file for them; or none',
      routeNumbers,
      {
        standard: ROUTES,
        quick: [1, 1_000],
      },
    ),
    counts,
    times: unless('keep no times, and start several servers at a time: for a machine that is busy'),
    deployed: { ...unless('start servers of Node only from their source'), quick: false },
    seed: fixedSeed,
  },
  async prepare({ counts, times }, pinning) {
    if (!counts && !times)
      throw new UsageError('--no-counts and --no-times leave nothing to measure: omit one')
    const { counter, notCounted } = await counterOrNone(counts)
    if (notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    const { lanes } = times ? { lanes: [pinning.server] } : lanesFor(pinning)
    return { tool: 'none', pinning, counter, lanes }
  },
  protocol: ({ processes, routes, times, seed }, _, { counter, pinning }) => ({
    ...{ processes, routes: times ? routes : [], seed },
    ...{
      counted: counter ? Math.min(processes, COUNTED) : 0,
      polling: times && pinning.server !== null,
    },
  }),
  opening: ({ processes, routes }, _, { deployed }) =>
    [
      `${processes} starts of each`,
      ...(deployed ? [`on Node also ${WAYS.slice(1).join(', ')}`] : []),
      ...(routes.length > 0
        ? [`with ${routes.map(grouped).join(', ')} routes where there is a file for them`]
        : []),
    ].join(', '),
  async measure({
    scenario,
    servers,
    protocol,
    tool: { counter, lanes },
    values: { times, deployed },
  }) {
    const { seed, polling, processes, counted, routes } = protocol
    const subjects = servers.flatMap((server) => {
      const ways = deployed && server.runtime.name === 'node' ? WAYS : WAYS.slice(0, 1)
      const { installed } = discoverServers([server], MANY_ROUTES)
      return [
        ...ways.map((way) => startable(server, { way, routes: null })),
        ...installed.flatMap((withRoutes) =>
          routes.map((number) =>
            startable(
              { ...withRoutes, runtime: server.runtime },
              { way: 'source', routes: number },
            ),
          ),
        ),
      ]
    })
    const launches = new Map<Startable, Promise<Launch>>()
    const measured = await measureProcesses({
      ...{ servers: subjects, processes, lanes, seed },
      async measure(subject, round, cpus) {
        const { routes, manifest } = subject
        const ring = openingRequests(
          routes === null ? scenario : manyRoutes(routes),
          manifest.wire,
          seed,
        )
        const polled = { ring, first: round, polling }
        const start = (launch: Launch) =>
          timeFirstResponse(launch, cpus, { ...polled, limit: LIMIT }, async (port) => {
            if (routes !== null) await assertRoutes(port, subject, routes)
          })
        const prepared = launches.get(subject) ?? prepareWay(subject, scenario, start)
        launches.set(subject, prepared)
        const launch = await prepared
        const started = await start(launch)
        // Counting thousands of routes would take hours in an emulator.
        const isCounted = counter && routes === null && round <= counted
        const instructions = isCounted
          ? await countFirstResponse(counter, launch, cpus, { ...polled, limit: COUNTED_LIMIT })
          : null
        return { ...started, instructions }
      },
      line: ({ seconds, peak }) =>
        `${((seconds ?? 0) * 1000).toFixed(1)} ms, ${grouped((peak ?? 0) / 1e6)} MB`,
    })
    return {
      counterVersion: counter?.version ?? null,
      servers: measured.map(({ server: { way, routes }, processes, ...identity }) => ({
        ...{ ...identity, way, routes },
        processes: processes.map(({ seconds, peak }) => ({
          seconds: times ? seconds : null,
          peak,
        })),
        instructions: processes.flatMap(({ instructions }) => instructions ?? []),
      })),
    }
  },
})

const startable = (server: Server, how: Pick<Startable, 'way' | 'routes'>): Startable => ({
  ...server,
  ...how,
  part: partOf(how),
})
