/** The memory of one process of a server: after its start, under a load at a rate, at rest, and after a collection. */
import { setTimeout as sleep } from 'node:timers/promises'
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
/** Share of the due requests that must have a response when the load's time is over. */
const LEAST_SHARE = 0.9

interface Plan {
  scenario: Scenario
  /** Requests/s. */
  rate: number
  seconds: number
  /** Seconds of rest after the load. */
  idle: number
  /** Seconds of the load at which garbage is collected, to see whether the heap grows. */
  points: readonly number[]
  seed: number
  /** CPUs of the server; null without pinning. */
  cpus: number[] | null
}

/**
 * @throws TrialFailure if the server does not start
 * @throws Error at the first wrong response, or if the server does not sustain the rate, with its output
 */
export async function memoryOf(server: Server, plan: Plan): Promise<Figures> {
  using probe = new HeapProbe(server.runtime.name)
  const { runtime, entry } = server
  const launch = probe.launch({ runtime, entry })
  return await withServer(launch, { cpus: plan.cpus }, (process) =>
    watch(server, plan, process, probe),
  )
}

async function watch(
  server: Server,
  { scenario, rate, seconds, idle: rest, points, seed }: Plan,
  process: ServerProcess,
  probe: HeapProbe,
): Promise<Figures> {
  const rings = ringsFor({ scenario, protocol: { seed } }, server, { connections: CONNECTIONS })
  const connected = rings.map((ring) => new Sequence(ring, process.port))
  const resident = async () => residentMemory(await process.tree()) ?? 0
  await connected[0]?.send(1)
  const start = await resident()
  const before = await probe.read(process.pid)
  const begin = performance.now()
  /** Seconds since the load began, in hundredths. */
  const now = () => Math.round((performance.now() - begin) / 10) / 100
  using load = pacedLoad(connected, rate, Math.round(rate * seconds))
  const waitUntil = (second: number) =>
    Promise.race([sleep(Math.max(0, second * 1000 + begin - performance.now())), load.done])
  const soak: UsePoint[] = []
  for (const second of points) {
    await waitUntil(second)
    const { responses } = load
    const { heap, external } = await probe.read(process.pid, true)
    soak.push([now(), responses, heap + external])
  }
  await waitUntil(seconds)
  assertSustained(load.responses, rate, seconds)
  await load.done
  const loadTook = now()
  const loaded = await resident()
  const after = await probe.read(process.pid)
  await sleep(rest * 1000)
  const idle = await resident()
  const peak = peakMemory(await process.tree()) ?? loaded
  const { heap } = await probe.read(process.pid, true)
  const values = { start, peak, idle, heap, loadTook }
  if (points.length > 0) return { values, evidence: soak }
  return { values: { ...values, ...collectionsOf(before, after, load.responses) } }
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
function assertSustained(responses: number, rate: number, seconds: number): void {
  const due = Math.round(rate * seconds)
  if (responses >= LEAST_SHARE * due) return
  throw new Error(
    `does not sustain ${rate} requests/s: ${responses} of ${due} responses in ${seconds} s; choose a lower --rate or --side-by-side`,
  )
}
