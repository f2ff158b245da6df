/** Garbage collections during loads: pauses by kind, and bytes allocated between collections. */
import { z } from 'zod'
import type { CollectionFigures } from '../../../charts/instruments/profile/format.ts'
import type { Collections } from './commands.ts'
import type { Window } from './cpu-profile.ts'

/** V8's kinds (`GCType` in v8-callbacks.h). */
const KINDS: Record<number, string> = {
  1: 'scavenge',
  2: 'minor mark-sweep',
  4: 'mark-sweep-compact',
  8: 'incremental marking',
  16: 'weak callbacks',
}

const number = z.number()
const Answer: z.ZodType<Collections> = z.object({
  pauses: z.array(z.object({ at: number, milliseconds: number, kind: number })),
  heaps: z.array(z.object({ before: number, after: number })),
  clock: z.object({ performance: number, monotonic: number }),
})

export class CollectionTally {
  /** Milliseconds by kind. */
  readonly #pauses = new Map<string, number[]>()
  #bytes = 0
  /** Requests in the intervals with known bytes. */
  #requests = 0

  /**
   * Adds the observations of one load.
   * @param answer from the module in the server
   * @throws if it is malformed
   */
  add(answer: unknown, { begin, end }: Window, requests: number): void {
    const { pauses, heaps, clock } = Answer.parse(answer)
    const seen = pauses.map(({ at, milliseconds, kind }, i) => {
      const time = (at - clock.performance + clock.monotonic) * 1000
      return { time, milliseconds, kind, heap: heaps.length === pauses.length ? heaps[i] : undefined }
    })
    const within = seen.filter(({ time }) => time >= begin && time < end)
    for (const { kind, milliseconds } of within) {
      const name = KINDS[kind] ?? `kind ${kind}`
      this.#pauses.set(name, [...(this.#pauses.get(name) ?? []), milliseconds])
    }
    for (const [i, { time, heap }] of within.entries()) {
      const last = within[i - 1]
      if (!last?.heap || !heap) continue
      this.#bytes += Math.max(0, heap.before - last.heap.after)
      this.#requests += (requests * (time - last.time)) / (end - begin)
    }
  }

  get figures(): CollectionFigures {
    const kinds = [...this.#pauses].map(([kind, milliseconds]) => {
      const sorted = milliseconds.toSorted((a, b) => a - b)
      const total = sorted.reduce((sum, each) => sum + each, 0)
      const figures = { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) }
      return { kind, count: sorted.length, ...figures, total }
    })
    const all = [...this.#pauses.values()].flat().sort((a, b) => a - b)
    return {
      kinds: kinds.sort((a, b) => b.total - a.total),
      p50: quantile(all, 0.5),
      bytesPerRequest: this.#requests > 0 ? this.#bytes / this.#requests : null,
    }
  }
}

/** Returns a quantile of sorted values by nearest rank; 0 without values. */
function quantile(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0
}
