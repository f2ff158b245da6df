/** Bytes that the runtime of this process holds for JavaScript once no more garbage is collected. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Collections at most: one may let the next free what it only finalized. */
const MOST = 20

/** Returns a function that collects garbage until the heap is stable, and returns its bytes. */
export async function heapReader(): Promise<() => Promise<number>> {
  const { collect, bytes } = 'Bun' in globalThis ? await ofBun() : ofV8()
  return async () => {
    let [before, now] = [Number.POSITIVE_INFINITY, Number.MAX_VALUE]
    for (let i = 0; i < MOST && now < before; i++) {
      collect()
      await sleep(1)
      before = now
      now = bytes()
    }
    return Math.min(before, now)
  }
}

function ofV8() {
  const { gc } = globalThis as unknown as { gc(): void }
  return {
    collect: () => gc(),
    bytes() {
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
  }
}

async function ofBun() {
  const { Bun } = globalThis as unknown as { Bun: { gc(sync: boolean): void } }
  const name = 'bun:jsc'
  const { heapStats } = (await import(name)) as { heapStats(): { heapSize: number } }
  return { collect: () => Bun.gc(true), bytes: () => heapStats().heapSize }
}
