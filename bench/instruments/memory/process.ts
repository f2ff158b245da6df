/** The memory of one process of a server: after its start, under a load at a rate, at rest, and after a collection. */
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Held,
  MemoryProcess,
  MemoryProtocol,
} from '../../../charts/instruments/memory/format.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { ringsFor } from '../../counters/requests.ts'
import { Sequence } from '../../counters/sequence.ts'
import type { Server } from '../../folders/servers.ts'
import { peakMemory, residentMemory } from '../../processes/processes.ts'
import { type Heap, HeapProbe } from '../../server/heap-probe.ts'
import type { ServerProcess } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import { pacedLoad } from './paced-load.ts'

export interface MemoryPlan {
  scenario: Scenario
  protocol: MemoryProtocol
  /** CPUs of the server; null without pinning. */
  cpus: number[] | null
}

/** Share of the due requests that must have a response when the load's time is over. */
const LEAST_SHARE = 0.9

/**
 * @throws TrialFailure if the server does not start
 * @throws Error at the first wrong response, or if the server does not sustain the rate, with its output
 */
export async function memoryOf(plan: MemoryPlan, server: Server): Promise<MemoryProcess> {
  using probe = new HeapProbe(server.runtime.name)
  const { runtime, entry } = server
  const launch = probe.launch({ runtime, entry })
  return await withServer(launch, { cpus: plan.cpus }, (process) =>
    watch(plan, server, process, probe),
  )
}

async function watch(
  plan: MemoryPlan,
  server: Server,
  process: ServerProcess,
  probe: HeapProbe,
): Promise<MemoryProcess> {
  const { protocol } = plan
  const { rate, connections, loadSeconds, idleSeconds, every } = protocol
  const connected = ringsFor(plan, server, { connections }).map(
    (ring) => new Sequence(ring, process.port),
  )
  const held = async (collecting = false): Promise<Held & Heap> => {
    const heap = await probe.read(process.pid, collecting)
    return { resident: residentMemory(await process.tree()) ?? 0, ...heap }
  }
  await connected[0]?.send(1)
  const start = await held()
  const begin = performance.now()
  /** Seconds since the load began, in hundredths. */
  const now = () => Math.round((performance.now() - begin) / 10) / 100
  using load = pacedLoad(connected, rate, Math.round(rate * loadSeconds))
  const waitUntil = (seconds: number) =>
    Promise.race([sleep(Math.max(0, seconds * 1000 + begin - performance.now())), load.done])
  const soak: MemoryProcess['soak'] = []
  for (let next = every; protocol.soak && next <= loadSeconds; next += every) {
    await waitUntil(next)
    const { answered } = load
    const { heap, external } = await held(true)
    soak.push([now(), answered, heap + external])
  }
  await waitUntil(loadSeconds)
  assertSustained(load.answered, protocol)
  await load.done
  const loadTook = now()
  const loaded = await held()
  await sleep(idleSeconds * 1000)
  const idle = await held()
  const peak = peakMemory(await process.tree()) ?? loaded.resident
  const collected = await held(true)
  return { start, idle, collected, peak, requests: load.answered, loadTook, soak }
}

/** @throws if a server is much too slow */
function assertSustained(
  answered: number,
  { rate, loadSeconds, sideBySide }: MemoryProtocol,
): void {
  const due = Math.round(rate * loadSeconds)
  if (answered >= LEAST_SHARE * due) return
  const others = sideBySide > 1 ? ` beside ${plural(sideBySide - 1, 'other')} on its CPU` : ''
  throw new Error(
    `does not sustain ${rate} requests/s${others}: ${answered} of ${due} responses in ${loadSeconds} s; choose a lower --rate`,
  )
}
