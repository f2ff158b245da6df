/** One fresh process of a server, from spawning to its first right answer. */
import type { StartedProcess } from '../../shared/result/startup.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { type Launch, ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import type { Counter, Executed } from '../counters/counter.ts'
import { listensOn } from '../machine/processes.ts'
import { residentMemory, runSeconds } from '../machine/run-time.ts'
import { firstRightAnswer } from './first-answer.ts'
import { manyRoutes, openingRequests } from './opening.ts'
import { quietPort } from './port.ts'
import { assertRoutes } from './route-check.ts'

/** What is started: a server with its file for the scenario, or with that of many routes. */
export interface Startable {
  server: Server
  /** How many routes; null with the scenario's own file. */
  routes: number | null
}

export interface StartPlan {
  scenario: Scenario
  /** Of the server; null where nothing is pinned. */
  cpus: number[] | null
  /** Whether the poller never sleeps, since no server runs on its CPU. */
  polling: boolean
  /** Seconds from spawning to the first right answer at the most. */
  limit: number
  seed: number
}

/**
 * @param number of the process, which decides what it is asked
 * @throws TrialFailure where the server gives no right answer
 */
export async function startOnce(plan: StartPlan, subject: Startable, number: number): Promise<StartedProcess> {
  const port = await quietPort()
  const asking = askingOf(plan, subject, number, port)
  const process = await ServerProcess.spawn(launchOf(subject), plan.cpus, port)
  try {
    const answer = await firstRightAnswer(process, asking)
    const tree = await process.tree()
    const started = { ...answer, cpuSeconds: runSeconds(tree), memory: residentMemory(tree) }
    if (!listensOn(tree, port)) {
      throw new TrialFailure('start', `port ${port} is answered by a process that is not the server or its child`)
    }
    if (subject.routes !== null) await assertRoutes(port, subject.server, subject.routes)
    return started
  } finally {
    await process.stop()
  }
}

/** What another process executes until then, under a counter. @throws where the counter fails, too */
export async function countStart(
  plan: StartPlan,
  counter: Pick<Counter, 'kind'> & Required<Pick<Counter, 'fromStart'>>,
  subject: Startable,
  number: number,
): Promise<Executed> {
  const port = await quietPort()
  const asking = { ...askingOf(plan, subject, number, port), limit: plan.limit * COUNTED_LIMIT }
  return counter.fromStart(launchOf(subject), plan.cpus, port, async (process) => {
    await firstRightAnswer(process, asking)
  })
}

/** An emulated server has so many times the time. */
const COUNTED_LIMIT = 8

function launchOf({ server, routes }: Startable): Launch {
  const { runtime, entry } = server
  return { runtime, entry, ...(routes !== null && { env: { ROUTES: String(routes) } }) }
}

function askingOf(
  { scenario, seed, limit, polling }: StartPlan,
  { server, routes }: Startable,
  first: number,
  port: number,
) {
  const ring = openingRequests(routes === null ? scenario : manyRoutes(routes), server, seed)
  ring.setPort(port)
  ring.beginLoad()
  return { ring, first, limit, polling }
}
