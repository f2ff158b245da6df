import type { LoadPlan, LoadReport } from '../generator.ts'
import type { OpenLoad, OpenReport, Overload, OverloadReport } from '../open-load.ts'
import type { RequestRing } from '../request-ring.ts'
import { fittingRequests, prepareRings } from '../requests.ts'
import { Connection } from './connection.ts'
import { loadOver } from './load.ts'
import { openLoadOver, overloadOver } from './open-loop.ts'

/** Requests per connection, at most: with 500, one invalid request is 0.2%. Fewer if requests are long. */
export const RING = 500
/** Requests of all connections together, at most. */
export const REQUESTS = 50_000
/** Seconds for which an idle connection is assumed to be open: by default, Node's servers close it after 5 s. */
export const LONGEST_IDLE = 3.5

interface Open {
  connections: Connection[]
  /** When the last load ended, by `performance.now()`. */
  usedAt: number
}

export class Session {
  readonly #plan: LoadPlan
  readonly #rings: RequestRing[]
  readonly #open = new Map<number, Open>()

  constructor(plan: LoadPlan) {
    this.#plan = plan
    const { connections, pipelining = 1 } = plan
    const size = Math.min(RING, Math.floor(Math.min(REQUESTS, fittingRequests(plan)) / connections))
    // A request must not be renewed while it is in flight.
    this.#rings = prepareRings(plan, Math.max(pipelining, size))
  }

  async load(
    port: number,
    seconds: number,
    watch: { started(): void; ended(): void; notBefore: number },
  ): Promise<LoadReport> {
    const { polling = false, pipelining, histogram = false } = this.#plan
    const options = { seconds, polling, pipelining, histogram, ...watch }
    return this.#over(port, (connections) => loadOver(connections, options))
  }

  async loadOpen(
    port: number,
    load: OpenLoad | Overload,
    watch: { started(): void; ended(): void },
  ) {
    return this.#over<OpenReport | OverloadReport>(port, (connections) =>
      'patience' in load
        ? overloadOver(connections, load, watch)
        : openLoadOver(connections, load, watch),
    )
  }

  async #over<R>(
    port: number,
    load: (connections: readonly Connection[]) => Promise<R>,
  ): Promise<R> {
    for (const ring of this.#rings) ring.setPort(port)
    let open = this.#open.get(port)
    if (!open) {
      const { pipelining } = this.#plan
      const connections = this.#rings.map((ring) => new Connection(port, ring, pipelining))
      open = { connections, usedAt: 0 }
      this.#open.set(port, open)
    }
    if (performance.now() - open.usedAt > LONGEST_IDLE * 1000)
      for (const each of open.connections) each.close()
    const report = await load(open.connections)
    open.usedAt = performance.now()
    return report
  }

  release(port: number): void {
    for (const connection of this.#open.get(port)?.connections ?? []) connection.close()
    this.#open.delete(port)
  }
}
