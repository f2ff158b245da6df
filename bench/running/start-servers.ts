/** Starts all servers again and again: in each round every one once, in random order, so that what changes meanwhile changes for all. */
import { createRandom } from '../../shared/basics/random.ts'
import {
  type CountedStart,
  type StartedProcess,
  type StartedServer,
  type Starts,
  summarizeStarts,
} from '../../shared/result/startup.ts'
import { buildServer } from '../contenders/build.ts'
import { Attempts, identityOf } from '../contenders/identity.ts'
import type { Server } from '../contenders/servers.ts'
import { inLanes } from '../counters/count.ts'
import type { Counter } from '../counters/counter.ts'
import { countStart, type Startable, type StartPlan, startOnce } from './start.ts'

export interface StartsPlan extends StartPlan {
  servers: readonly Server[]
  /** The same with the file of many routes as what is run, for those that have one. */
  withRoutes: readonly Server[]
  /** Numbers of routes. */
  routes: readonly number[]
  processes: number
  routeProcesses: number
  /** Processes of each that are started before and not kept: they read what is to be read from the disk. */
  discarded: number
  counter: Counter | null
  /** CPUs of each start that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
  counted: number
  routeCounted: number
}

export interface StartObserver {
  started(subject: Startable, process: StartedProcess, number: number, of: number): void
  counted(subject: Startable, counted: CountedStart): void
  refused(subject: Startable, reason: string): void
}

interface Tally extends Pick<Starts, 'processes' | 'counted'> {
  subject: Startable
  /** Processes that are timed. */
  wanted: number
}

/** Starts; what fails once is disqualified, and the others go on. */
export async function startServers(plan: StartsPlan, observer: StartObserver): Promise<StartedServer[]> {
  const tallies = talliesOf(plan)
  const attempts = new Attempts<Tally>(({ subject }, reason) => observer.refused(subject, reason))
  for (const tally of tallies) await attempts.attempt(tally, () => buildServer(tally.subject.server))

  const random = createRandom(plan.seed)
  const longest = plan.discarded + Math.max(...tallies.map(({ wanted }) => wanted))
  for (let number = 0; number < longest; number++) {
    const turns = tallies.filter(({ wanted }) => number < plan.discarded + wanted)
    for (const tally of random.shuffle(turns)) {
      await attempts.attempt(tally, async () => {
        const process = await startOnce(plan, tally.subject, number)
        if (number < plan.discarded) return
        tally.processes.push(process)
        observer.started(tally.subject, process, tally.processes.length, tally.wanted)
      })
    }
  }
  await countStarts(plan, tallies, attempts, observer)
  return startedServers(plan, tallies, attempts)
}

async function countStarts(
  plan: StartsPlan,
  tallies: readonly Tally[],
  attempts: Attempts<Tally>,
  observer: StartObserver,
): Promise<void> {
  const { counter } = plan
  const fromStart = counter?.fromStart
  if (!counter || !fromStart) return
  const wanted = ({ subject }: Tally) => (subject.routes === null ? plan.counted : plan.routeCounted)
  const rounds = Array.from({ length: Math.max(...tallies.map(wanted)) }, (_, number) => number)
  const turns = rounds.flatMap((number) =>
    tallies.filter((tally) => number < wanted(tally)).map((tally) => ({ tally, number })),
  )
  await inLanes(plan.lanes, turns, ({ tally, number }, cpus) =>
    attempts.attempt(tally, async () => {
      // Nothing is timed, and the poller's CPU may be another server's.
      const calm = { ...plan, cpus, polling: false }
      const counted = await countStart(calm, { kind: counter.kind, fromStart }, tally.subject, number)
      tally.counted.push(counted)
      observer.counted(tally.subject, counted)
    }),
  )
}

function talliesOf({ servers, withRoutes, routes, processes, routeProcesses }: StartsPlan): Tally[] {
  const tally = (server: Server, wanted: number, number: number | null): Tally => ({
    subject: { server, routes: number },
    wanted,
    processes: [],
    counted: [],
  })
  return [
    ...servers.map((server) => tally(server, processes, null)),
    ...withRoutes.flatMap((server) => routes.map((number) => tally(server, routeProcesses, number))),
  ]
}

function startedServers(
  { servers }: StartsPlan,
  tallies: readonly Tally[],
  attempts: Attempts<Tally>,
): StartedServer[] {
  const startsOf = (tally: Tally): Starts => {
    const { processes, counted } = tally
    const refusal = attempts.reasonOf(tally)
    return { processes, counted, refusal, summary: refusal === null ? summarizeStarts({ processes, counted }) : null }
  }
  return servers.map((server) => {
    const own = tallies.filter(({ subject }) => subject.server.name === server.name)
    const plain = own.find(({ subject }) => subject.routes === null) as Tally
    return {
      ...identityOf(server),
      builds: server.builds,
      ...startsOf(plain),
      routes: own.flatMap((tally) =>
        tally.subject.routes === null ? [] : [{ routes: tally.subject.routes, ...startsOf(tally) }],
      ),
    }
  })
}
