/** Bytes that the runtime of this process holds for JavaScript once no more garbage is collected. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Collections in a row that must free nothing more, and the most there are: one may let the next free what it only finalized. */
const STABLE = 3
const MOST = 30

/** Returns a function that collects garbage until the heap is stable, and returns its bytes. */
export async function heapReader(): Promise<() => Promise<number>> {
  const { collect, bytes } = 'Bun' in globalThis ? await ofBun() : ofV8()
  return async () => {
    let least = Number.POSITIVE_INFINITY
    for (let stable = 0, i = 0; stable < STABLE && i < MOST; i++) {
      collect()
      await sleep(1)
      const now = bytes()
      stable = now < least ? 0 : stable + 1
      least = Math.min(least, now)
    }
    return least
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
