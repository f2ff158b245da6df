/**
 * The first correct response of a starting server. The server is polled until then, each time on a new connection; an accepted
 * connection or a wrong response does not count. A poller with its own CPU never sleeps.
 */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { messageOf } from '../../shared/basics/errors.ts'
import { Sequence } from '../counters/sequence.ts'
import type { ServerProcess } from '../host/server-process.ts'
import { TrialFailure } from '../host/trial-failure.ts'
import type { RequestRing } from '../load/request-ring.ts'

/** Milliseconds between attempts if the poller shares its CPU with the server, and after a connection. */
const PAUSE = 1
/**
 * Milliseconds between the starts of attempts otherwise. Attempts without a pause create so much garbage that collecting it
 * takes longer than the resolution gained.
 */
const DISTANCE = 0.2

export interface Polling {
  /** Requests, a different one per attempt. */
  ring: RequestRing
  /** Number of the first request. */
  first: number
  /** Seconds from spawning to the first correct response, at most. */
  limit: number
  /** Busy-polls between attempts; otherwise it sleeps for 1 ms. */
  polling: boolean
}

/** Returns seconds from spawning to the first right response. @throws TrialFailure of phase `start`, with the server's output, if there is no correct response */
export async function firstRightResponse(
  server: ServerProcess,
  { ring, first, limit, polling }: Polling,
): Promise<number> {
  const over = new AbortController()
  ring.beginLoad()
  const sequence = new Sequence(ring, server.port, first)
  let reason: string | null = null
  const late = async (): Promise<never> => {
    await sleep(limit * 1000, null, { signal: over.signal })
    const silent = sequence.isOpen
      ? 'accepts connections and does not respond'
      : `does not listen on port ${server.port}`
    throw new Error(`no correct response within ${limit} s: ${reason ?? silent}; a larger --limit gives it more time`)
  }
  const poll = async () => {
    while (!over.signal.aborted) {
      const begin = performance.now()
      try {
        await sequence.send(1)
        return (performance.now() - server.spawnedAt) / 1000
      } catch (error) {
        const isConnected = sequence.isOpen
        sequence.close()
        if (isConnected) reason = messageOf(error)
        if (isConnected || !polling) await sleep(PAUSE)
        else while (performance.now() - begin < DISTANCE) await turn()
      }
    }
    throw new Error('interrupted')
  }
  try {
    return await Promise.race([poll(), late(), server.exited])
  } catch (error) {
    throw new TrialFailure('start', server.withOutput(messageOf(error)))
  } finally {
    // Stop polling an ended server: the next one may be starting.
    over.abort()
    sequence.close()
  }
}
