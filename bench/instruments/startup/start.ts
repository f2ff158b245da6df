/** Starts one fresh process of a server and times it to its first correct response. */
import type { StartedProcess, Way } from '../../../charts/instruments/startup/format.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { firstSerial, type Scenario } from '../../../shared/scenarios/scenario.ts'
import { encodeCall, type WireName, wires } from '../../../shared/scenarios/wire.ts'
import type { Counter } from '../../counters/counter.ts'
import { contentsOf } from '../../host/proc.ts'
import { listensOn, peakMemory, residentMemory } from '../../host/processes.ts'
import { freePort, type Launch, ServerProcess } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { TrialFailure } from '../../host/trial-failure.ts'
import { RequestRing } from '../../load/request-ring.ts'
import { firstRightResponse, type Polling } from '../first-response.ts'
import { assertRoutes, manyRoutes } from '../many-routes.ts'

/** Five digits, and above well-known ports. */
const LOWEST_PORT = 10_240

/** A server with one way of starting it. */
export interface Startable extends Server {
  /** Its folder's name; `name` also says how it starts. */
  folder: string
  /** How it starts; empty for its source with the scenario's own file. */
  part: string
  way: Way
  /** Number of routes; null with the scenario's own file. */
  routes: number | null
}

export interface StartPlan {
  scenario: Scenario
  /** CPUs of the server; null without pinning. */
  cpus: number[] | null
  /** Whether the poller busy-polls; only if it has its own CPU. */
  polling: boolean
  /** Seconds from spawning to the first correct response, at most. */
  limit: number
  seed: number
}

/**
 * @param number of the process, which selects its first request
 * @throws TrialFailure if the server gives no correct response
 */
export async function startOnce(
  plan: StartPlan,
  subject: Startable,
  launch: Launch,
  number: number,
): Promise<StartedProcess> {
  const port = await quietPort()
  const polling = pollingOf(plan, subject, number)
  const process = await ServerProcess.spawn(launch, plan.cpus, port)
  try {
    const seconds = await firstRightResponse(process, polling)
    const tree = await process.tree()
    const started = { seconds, memory: residentMemory(tree), peak: peakMemory(tree) }
    if (!listensOn(tree, port)) {
      throw new TrialFailure('start', `port ${port} belongs to a process that is neither the server nor its child`)
    }
    if (subject.routes !== null) await assertRoutes(port, subject, subject.routes)
    return started
  } finally {
    await process.stop()
  }
}

/** Counts the instructions of another process, of all threads, up to its first right response. @throws if the counter fails, too */
export async function countStart(
  plan: StartPlan,
  counter: Counter,
  subject: Startable,
  launch: Launch,
  number: number,
): Promise<number> {
  const port = await quietPort()
  const polling = { ...pollingOf(plan, subject, number), limit: plan.limit * COUNTED_LIMIT }
  const { javascript, others } = await counter.fromStart(launch, plan.cpus, port, async (process) => {
    await firstRightResponse(process, polling)
  })
  return javascript + others
}

/** Factor on the time limit for a counted, and so emulated, server. */
const COUNTED_LIMIT = 8

function pollingOf(plan: StartPlan, { manifest, routes }: Startable, first: number): Polling {
  const { scenario, seed, limit, polling } = plan
  const ring = openingRequests(routes === null ? scenario : manyRoutes(routes), manifest.wire, seed)
  return { ring, first, limit, polling }
}

/** Requests per ring. Each process, and each attempt after a wrong response, gets another one. */
const SIZE = 200

/** Returns different valid calls from the seed, the same for every server of a wire. */
function openingRequests(scenario: Scenario, wire: WireName, seed: number): RequestRing {
  const random = createRandom(seed)
  const serials = firstSerial(random)
  const supplied = Array.from({ length: SIZE }, (_, i) => {
    const serial = serials + i
    const item = scenario.validCase(random, serial)
    return { item, serial, request: encodeCall(wires[wire], scenario.route, item) }
  })
  return new RequestRing(wire, scenario.route, supplied, SIZE)
}

/**
 * Returns a free port below the ephemeral range: a polling connection from that range may get the server's port as its own,
 * connect to itself, and so take the port from the server.
 */
async function quietPort(): Promise<number> {
  const ephemeral = Number.parseInt(contentsOf('/proc/sys/net/ipv4/ip_local_port_range'), 10) || 32_768
  const end = Math.max(LOWEST_PORT + 1_000, ephemeral)
  for (;;) {
    try {
      return await freePort(LOWEST_PORT + Math.floor(Math.random() * (end - LOWEST_PORT)))
    } catch {
      // It is in use.
    }
  }
}
