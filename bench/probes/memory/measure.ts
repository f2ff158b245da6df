/** The memory of one process of a server: after its start, under a load at a rate, at rest, and after a collection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { grouped } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import type { UsePoint } from '../../../shared/stats/leak.ts'
import { ringsFor } from '../../counters/requests.ts'
import { Sequence } from '../../counters/sequence.ts'
import type { Server } from '../../folders/servers.ts'
import type { Figures } from '../../measure/probe.ts'
import { peakMemory, residentMemory } from '../../processes/processes.ts'
import { type Heap, HeapProbe } from '../../server/heap-probe.ts'
import type { ServerProcess } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import { pacedLoad } from './paced-load.ts'

export const CONNECTIONS = 16
/** Seconds. */
const STALL = 5
/** Share of the due requests that must have a response when the load's time is over. */
const LEAST_SHARE = 0.9

export interface Plan {
  scenario: Scenario
  /** Requests/s. */
  rate: number
  seconds: number
  /** Seconds of rest after the load. */
  idle: number
  /** Seconds of the load at which memory is read. */
  points: readonly number[]
  /** Whether garbage is collected at each point, and what the program uses then is read, to see whether it grows. */
  soak: boolean
  seed: number
  /** CPUs of the server; null without pinning. */
  cpus: number[] | null
  /** Seconds for which the machine may stop; default: `STALL`. */
  stall?: number
}

/**
 * @throws TrialFailure if the server does not start
 * @throws Error at the first wrong response, or if the server does not sustain the rate, with its output
 */
export async function memoryOf(server: Server, plan: Plan): Promise<Figures> {
  using probe = new HeapProbe(server.runtime.name)
  return await withServer(probe.launch(server), { cpus: plan.cpus }, (process) =>
    watch(server, plan, process, probe),
  )
}

async function watch(
  server: Server,
  plan: Plan,
  process: ServerProcess,
  probe: HeapProbe,
): Promise<Figures> {
  const { seconds, idle: rest, points, soak } = plan
  const connected = connectionsTo(server, plan, process)
  const resident = async () => residentMemory(await process.tree()) ?? 0
  await connected[0]?.send(1)
  const start = await resident()
  const before = await probe.read(process.pid)
  const begin = performance.now()
  /** Seconds since the load began, in hundredths. */
  const now = () => Math.round((performance.now() - begin) / 10) / 100
  using load = pacedLoad(connected, plan.rate, requestsOf(plan))
  const waitUntil = (second: number) => {
    const left = Math.max(0, second * 1000 + begin - performance.now())
    return Promise.race([sleep(left, null, { ref: false }), load.done])
  }
  const series: UsePoint[] = []
  for (const second of points) {
    await waitUntil(second)
    const { responses } = load
    const bytes = await (soak ? probe.inUse(process.pid) : resident())
    series.push([now(), responses, bytes])
  }
  await waitUntil(seconds)
  assertSustained(load.responses, plan)
  await load.done
  const loadTook = now()
  const loaded = await resident()
  const after = await probe.read(process.pid)
  await sleep(rest * 1000)
  const idle = await resident()
  const peak = peakMemory(await process.tree()) ?? loaded
  const { heap } = await probe.read(process.pid, true)
  return {
    values: {
      start,
      peak,
      loaded,
      idle,
      heap,
      loadTook,
      ...(!soak && collectionsOf(before, after, load.responses)),
    },
    ...(points.length > 0 && { evidence: series }),
  }
}

const requestsOf = ({ rate, seconds }: Pick<Plan, 'rate' | 'seconds'>) => Math.round(rate * seconds)

function connectionsTo(server: Server, { scenario, seed }: Plan, { port }: ServerProcess) {
  const rings = ringsFor({ scenario, protocol: { seed } }, server, { connections: CONNECTIONS })
  return rings.map((ring) => new Sequence(ring, port))
}

/** Loads a process in the same way, and only that. @throws with the first wrong response, or if it takes far longer than planned */
export async function loadAlone(server: Server, plan: Plan, process: ServerProcess) {
  const limit = Math.max(2 * plan.seconds, plan.seconds + (plan.stall ?? STALL))
  const requests = requestsOf(plan)
  using load = pacedLoad(connectionsTo(server, plan, process), plan.rate, requests)
  await Promise.race([sleep(limit * 1000, null, { ref: false }), load.done])
  if (load.responses < requests)
    throw new Error(
      `too slow, but not killed: ${grouped(load.responses)} of ${grouped(requests)} responses in ${limit} s`,
    )
}

/** Returns the garbage collections of a load. Pauses are wall time, without helper threads. */
function collectionsOf({ gc: before }: Heap, { gc: after }: Heap, requests: number) {
  if (!before || !after) return { collections: null, gcPercent: null }
  const cpu = after.cpuMilliseconds - before.cpuMilliseconds
  return {
    collections: (1000 * (after.collections - before.collections)) / requests,
    gcPercent: (100 * (after.milliseconds - before.milliseconds)) / cpu,
  }
}

/** @throws if a server is much too slow */
function assertSustained(responses: number, { rate, seconds }: Plan): void {
  const due = requestsOf({ rate, seconds })
  if (responses >= LEAST_SHARE * due) return
  // One that hangs does not sustain a lower rate either.
  const fix = responses > due / 2 ? '; choose a lower --rate or --side-by-side' : ''
  throw new Error(
    `does not sustain ${rate} requests/s: ${responses} of ${due} responses in ${seconds} s${fix}`,
  )
}
