/** The memory of one process of a server: after its start, under a load at a rate, at rest, and after a collection. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrokenProcess, Held, MemoryProcess, MemoryProtocol } from '../../../charts/instruments/memory/format.ts'
import { plural } from '../../../shared/basics/text.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { deviationsFor } from '../../host/concerns.ts'
import { type Heap, HeapProbe } from '../../host/heap-probe.ts'
import { peakMemory, residentMemory } from '../../host/processes.ts'
import { ServerProcess } from '../../host/server-process.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../../host/servers.ts'
import { prepareRings } from '../../load/requests.ts'
import { PacedLoad, type Pacer } from './paced-load.ts'

export interface MemoryPlan {
  scenario: Scenario
  protocol: MemoryProtocol
  /** CPUs of the server; null without pinning. */
  cpus: number[] | null
}

/** Prepared requests per connection; repeated ones differ by serial number. */
const RING = 500
/** Share of the due requests that must have a response when the load's time is over. */
const LEAST_SHARE = 0.9
/** Milliseconds for the end of a process to be noticed. */
const EXIT_SEEN = 500

/** A process that failed during its observation. Its memory until then may explain the failure. */
export class BrokenWatch extends Error {
  readonly seen: BrokenProcess

  constructor(reason: string, seen: BrokenProcess) {
    super(reason)
    this.seen = seen
  }
}

/**
 * @throws TrialFailure if the server does not start
 * @throws BrokenWatch at the first wrong response, or if the server does not sustain the rate, with its output
 */
export async function memoryOf(plan: MemoryPlan, server: Server): Promise<MemoryProcess> {
  const probe = new HeapProbe(server.runtime.name)
  try {
    const { runtime, entry } = server
    const process = await ServerProcess.start(probe.launch({ runtime, entry }), plan.cpus)
    const watch = new Watch(plan, server, process, probe)
    try {
      return await Promise.race([watch.run(), process.exited])
    } catch (error) {
      // The end of a connection is noticed before the end of its process, which explains it.
      const end = process.exited.catch((exit: Error) => exit)
      const reason = await Promise.race([end, sleep(EXIT_SEEN, error as Error)])
      throw new BrokenWatch(process.withOutput(reason.message), watch.seen)
    } finally {
      await process.stop()
    }
  } finally {
    probe.remove()
  }
}

class Watch {
  readonly #protocol: MemoryProtocol
  readonly #process: ServerProcess
  readonly #probe: HeapProbe
  readonly #load: Pacer
  readonly #series: MemoryProcess['series'] = []
  readonly #soak: MemoryProcess['soak'] = []
  #begin = 0

  constructor({ scenario, protocol }: MemoryPlan, { manifest }: Server, process: ServerProcess, probe: HeapProbe) {
    this.#protocol = protocol
    this.#process = process
    this.#probe = probe
    const { connections, seed, rate } = protocol
    const except = findServerFolders([SERVERS_DIR]).flatMap((folder) =>
      deviationsFor(folder.manifest, scenario).map((known) => known.case),
    )
    const load = { scenario: scenario.name, wire: manifest.wire, connections, seed, except }
    this.#load = new PacedLoad(prepareRings(load, RING), process.port, rate)
  }

  /** Observations so far. */
  get seen(): BrokenProcess {
    return { requests: this.#load.answered, series: this.#series, soak: this.#soak }
  }

  async run(): Promise<MemoryProcess> {
    const { loadSeconds, idleSeconds } = this.#protocol
    const load = this.#load
    this.#begin = performance.now()
    load.start()
    try {
      await load.until(1)
      const start = await this.#held()
      this.#series.push([hundredths(this.#now()), start.resident, start.heap])
      await this.#watchUntil(loadSeconds, true)
      await this.#untilAllAnswered()
      const loadTook = hundredths(this.#now())
      await load.stop()
      const loaded = await this.#held()
      await this.#watchUntil(this.#now() + idleSeconds, false)
      const idle = await this.#held()
      const tree = await this.#process.tree()
      const peak = peakMemory(tree) ?? Math.max(...this.#series.map(([, resident]) => resident))
      const collected = await this.#held(true)
      const [series, soak] = [this.#series, this.#soak]
      return { start, loaded, idle, collected, peak, requests: load.answered, loadTook, series, soak }
    } finally {
      load.abandon()
    }
  }

  /** Waits for the same number of requests from all servers. @throws if a server is much too slow */
  async #untilAllAnswered(): Promise<void> {
    const { rate, loadSeconds, sideBySide } = this.#protocol
    const due = Math.round(rate * loadSeconds)
    const { answered } = this.#load
    if (answered < LEAST_SHARE * due) {
      throw new Error(
        `does not sustain ${rate} requests/s${besides(sideBySide - 1)}: ${answered} of ${due} responses in ${loadSeconds} s; choose a lower --rate`,
      )
    }
    await this.#load.until(due)
  }

  /** Records a point at each interval. Rejects as soon as the load fails. */
  async #watchUntil(end: number, isLoaded: boolean): Promise<void> {
    const { every, soak } = this.#protocol
    for (let next = Math.ceil(this.#now() / every) * every; next <= end; next += every) {
      await Promise.race([sleep(Math.max(0, (next - this.#now()) * 1000)), this.#load.failed])
      const { resident, heap } = await this.#held()
      this.#series.push([hundredths(this.#now()), resident, heap])
      if (!soak || !isLoaded) continue
      const requests = this.#load.answered
      const { heap: live, external } = await this.#held(true)
      this.#soak.push([hundredths(this.#now()), requests, live + external])
    }
  }

  async #held(collecting = false): Promise<Held & Heap> {
    const { heap, external } = await this.#probe.read(this.#process.pid, collecting)
    const resident = residentMemory(await this.#process.tree()) ?? 0
    return { resident, heap, external }
  }

  /** Seconds since the load began. */
  #now(): number {
    return (performance.now() - this.#begin) / 1000
  }
}

/** Names the other servers on its CPU, which are part of the reason. */
function besides(others: number): string {
  return others > 0 ? ` beside ${plural(others, 'other')} on its CPU` : ''
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
/** Memory of one process of a server: after its start, under load, idle, and after garbage collection. */
