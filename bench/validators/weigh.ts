/** What a call allocates: how much larger the heap is after calls between which nothing is collected. */
import { getHeapStatistics } from 'node:v8'
import type { Calls } from './calls.ts'

/** Calls between two looks at the heap. Few, so that no young generation is full before the second one. */
const CALLS = 500
/** Looks, of which the median counts. */
const TIMES = 15

declare const Bun: { gc(now: boolean): void } | undefined

/** Collects all garbage; the runner starts every runtime so that it can be asked to. */
export function collectGarbage(): void {
  if (typeof Bun !== 'undefined') Bun.gc(true)
  else (globalThis as unknown as { gc(): void }).gc()
}

/** Bytes a call, as the heap's own statistics tell; null where the runtime tells of no allocation before it collects. */
export function weighCalls(calls: Calls): number | null {
  if (typeof Bun !== 'undefined') return null
  const weights: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const inputs = Array.from({ length: CALLS }, () => calls.input())
    collectGarbage()
    const before = getHeapStatistics().used_heap_size
    for (let i = 0; i < CALLS; i++) calls.bench(inputs[i])
    const after = getHeapStatistics().used_heap_size
    calls.verify()
    weights.push((after - before) / CALLS)
  }
  return weights.sort((a, b) => a - b)[TIMES >> 1] as number
}
