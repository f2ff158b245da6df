import { grouped } from '../../../shared/basics/text.ts'
import { DEPLOYED, routesPart, startup } from '../../../shared/probes/startup.ts'
import { unless, value } from '../../cli/command.ts'
import {
  assertMeasured,
  counts,
  fixedSeed,
  processes,
  routeNumbers,
  times,
} from '../../cli/options.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { discoverServers, MANY_ROUTES, type Server } from '../../folders/servers.ts'
import {
  countFirstResponse,
  openingRequests,
  timeFirstResponse,
} from '../../measure/first-response.ts'
import { assertRoutes, manyRoutes } from '../../measure/many-routes.ts'
import { measuring } from '../../measure/probe.ts'
import { type Subject, serversOfScenario, subjectOf } from '../../measure/subjects.ts'
import type { Launch } from '../../server/server-process.ts'
import { prepareWay } from './ways.ts'

/** Fewest counted processes that give an interval. */
const COUNTED = 5
/** Seconds from spawning to the first correct response, at most; and under the emulator. */
const [LIMIT, COUNTED_LIMIT] = [30, 240]
/** Typical numbers, from small to large services. */
const ROUTES = [1, 10, 100, 1_000, 5_000]

/** A server in one of its ways to start, or with so many routes. */
interface Startable extends Subject {
  routes?: number
}

export default measuring({
  probe: startup,
  description: 'time and work of servers before the first correct response, also with many routes',
  subjects: serversOfScenario,
  options: {
    processes: processes(10, 3),
    routes: value(
      '<a,b>',
      'numbers of typed routes, for servers with a file for them; or none',
      routeNumbers,
      { standard: ROUTES, quick: [1, 1_000] },
    ),
    counts,
    times,
    deployed: { ...unless('start servers of Node only from their source'), quick: false },
    seed: fixedSeed,
  },
  async prepare({ counts, times }, { pinning }) {
    assertMeasured({ counts, times })
    return times ? {} : lanesFor(pinning)
  },
  expand: (subject, { times, routes, deployed }): Startable[] => [
    subject,
    ...(deployed && subject.runtime.name === 'node' ? DEPLOYED : []).map((part) => ({
      ...subject,
      part,
    })),
    ...(times ? routes : []).flatMap((number) => withRoutes(subject, number)),
  ],
  protocol: ({ processes, routes, times }, { counter, pinning }) => ({
    routes: times ? routes : [],
    counted: counter ? Math.min(processes, COUNTED) : 0,
    counter: counter?.version ?? null,
    ...(times && { polling: pinning.server !== null }),
  }),
  opening: ({ processes, routes, deployed, times }) =>
    [
      `${processes} starts of each`,
      ...(deployed ? [`on Node also ${DEPLOYED.join(', ')}`] : []),
      ...(times && routes.length > 0
        ? [`with ${routes.map(grouped).join(', ')} routes where there is a file for them`]
        : []),
    ].join(', '),
  /** The prepared launch of each subject. */
  share: () =>
    Object.assign(new AsyncDisposableStack(), { launches: new Map<Subject, Promise<Launch>>() }),
  async measure(subject: Startable, { round, cpus, scenario, values, tools, shared }) {
    const { counter, pinning } = tools
    const { routes, manifest } = subject
    const { times = true, seed = 1 } = values
    const ring = openingRequests(routes ? manyRoutes(routes) : scenario, manifest.wire, seed)
    const polled = { ring, first: round, polling: times && pinning.server !== null }
    const start = (launch: Launch) =>
      timeFirstResponse(launch, cpus, { ...polled, limit: LIMIT }, async (port) => {
        if (routes) await assertRoutes(port, subject, routes)
      })
    const prepared =
      shared.launches.get(subject) ?? launchOf(subject, () => prepareWay(subject, scenario, start))
    shared.launches.set(subject, prepared)
    const launch = await prepared
    const { seconds, peak } = await start(launch)
    // Counting thousands of routes would take hours in an emulator.
    const isCounted = counter && !routes && (round <= COUNTED || !times)
    const limits = { ...polled, limit: COUNTED_LIMIT }
    return {
      values: {
        ...(times && { seconds }),
        peak,
        ...(isCounted && {
          instructions: await countFirstResponse(counter, launch, cpus, limits),
        }),
      },
    }
  },
})

/** The server's file of many routes, if it has one. */
function withRoutes({ runtime, ...server }: Server, routes: number): Startable[] {
  const { installed } = discoverServers([server], MANY_ROUTES)
  return installed.map((server) => ({
    ...subjectOf({ ...server, runtime }, '', routesPart(routes)),
    routes,
  }))
}

function launchOf({ part, routes, runtime, entry }: Startable, prepare: () => Promise<Launch>) {
  if (routes) return Promise.resolve({ runtime, entry, env: { ROUTES: String(routes) } })
  return part === '' ? Promise.resolve({ runtime, entry }) : prepare()
}
