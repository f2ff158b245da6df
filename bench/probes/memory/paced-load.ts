/**
 * A load at a constant rate, the same for every server: evenly spaced requests, spread round-robin
 * over the connections.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sequence } from '../../counters/sequence.ts'

interface PacedLoad extends Disposable {
  /** Number of correct responses. */
  responses: number
  /** Resolves when all requests have responses. Rejects with the first wrong response, or if a connection ends. */
  done: Promise<unknown>
}

/**
 * Starts the load; it stops where it is disposed of. A request whose connection is busy is sent as soon as it is free.
 * @param rate requests/s
 * @param requests number of all
 */
export function pacedLoad(
  connections: readonly Sequence[],
  rate: number,
  requests: number,
): PacedLoad {
  const begin = performance.now()
  let isOver = false
  const sendShare = async (connection: Sequence, first: number) => {
    for (let number = first; number < requests && !isOver; number += connections.length) {
      const early = begin + (1000 * number) / rate - performance.now()
      if (early > 0) await sleep(early)
      await connection.send(1)
      load.responses++
    }
  }
  const load: PacedLoad = {
    responses: 0,
    done: Promise.resolve(),
    [Symbol.dispose]() {
      isOver = true
      for (const connection of connections) connection.close()
    },
  }
  load.done = Promise.all(connections.map(sendShare))
  load.done.catch(() => {})
  return load
}
