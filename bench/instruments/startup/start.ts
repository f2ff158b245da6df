/** Starts one fresh process of a server and times it to its first correct response, or counts its instructions. */
import type { StartedProcess, Way } from '../../../charts/instruments/startup/format.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { Counter } from '../../counters/counter.ts'
import { listensOn, peakMemory, residentMemory } from '../../host/processes.ts'
import { type Launch, ServerProcess } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { TrialFailure } from '../../host/trial-failure.ts'
import { countFirstResponse, firstRightResponse, openingRequests, type Polling, quietPort } from '../first-response.ts'
import { assertRoutes, manyRoutes } from '../many-routes.ts'

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

/** Factor on the time limit for a counted, and so emulated, server. */
const COUNTED_LIMIT = 8

/** Counts the instructions of another process, of all threads, up to its first right response. @throws if the counter fails, too */
export function countStart(
  plan: StartPlan,
  counter: Counter,
  subject: Startable,
  launch: Launch,
  number: number,
): Promise<number> {
  const limit = plan.limit * COUNTED_LIMIT
  return countFirstResponse(counter, launch, plan.cpus, pollingOf({ ...plan, limit }, subject, number))
}

function pollingOf(plan: StartPlan, { manifest, routes }: Startable, first: number): Polling {
  const { scenario, seed, limit, polling } = plan
  const ring = openingRequests(routes === null ? scenario : manyRoutes(routes), manifest.wire, seed)
  return { ring, first, limit, polling }
}
