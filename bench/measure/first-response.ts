/**
 * The first correct response of a starting server. The server is polled until then, each time on a new connection; an accepted
 * connection or a wrong response does not count. A poller with its own CPU never sleeps.
 */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { firstSerial, type Scenario } from '../../shared/contract/scenario.ts'
import { encodeCall, type WireName, wires } from '../../shared/wires/wires.ts'
import type { Counter } from '../counters/counter.ts'
import { Sequence } from '../counters/sequence.ts'
import { RequestRing } from '../load/request-ring.ts'
import { contentsOf } from '../processes/proc.ts'
import { listensOn, peakMemory } from '../processes/processes.ts'
import { freePort, type Launch, ServerProcess } from '../server/server-process.ts'
import { TrialFailure } from '../server/trial-failure.ts'

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

/** Returns seconds from spawning to the first correct response. @throws TrialFailure of phase `start`, with the server's output, if there is no correct response */
async function firstCorrectResponse(
  server: ServerProcess,
  { ring, first, limit, polling }: Polling,
): Promise<number> {
  const stopPolling = new AbortController()
  ring.beginLoad()
  const sequence = new Sequence(ring, server.port, first)
  let reason: string | null = null
  const late = async (): Promise<never> => {
    await sleep(limit * 1000, null, { signal: stopPolling.signal })
    const silent = sequence.isOpen
      ? 'accepts connections, but does not respond'
      : `does not listen on port ${server.port}`
    throw new Error(`no correct response within ${limit} s: ${reason ?? silent}`)
  }
  const poll = async () => {
    while (!stopPolling.signal.aborted) {
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
    if (error instanceof Unmeasurable) throw error
    throw new TrialFailure('start', server.withOutput(messageOf(error)))
  } finally {
    // Stop polling an ended server: the next one may be starting.
    stopPolling.abort()
    sequence.close()
  }
}

/**
 * Times a process, and returns the peak of its resident bytes until its first correct response.
 * @param check of the running server, which is not timed
 * @throws TrialFailure of phase `start`
 */
export async function timeFirstResponse(
  launch: Launch,
  cpus: number[] | null,
  polling: Polling,
  check: (port: number) => Promise<void> = async () => {},
): Promise<{ seconds: number; peak: number | null }> {
  const port = await quietPort()
  const process = await ServerProcess.spawn(launch, cpus, port)
  try {
    const seconds = await firstCorrectResponse(process, polling)
    const tree = await process.tree()
    const peak = peakMemory(tree)
    if (!listensOn(tree, port))
      throw new TrialFailure(
        'start',
        `port ${port} belongs to a process that is neither the server nor its child`,
      )
    await check(port)
    return { seconds, peak }
  } finally {
    await process.stop()
  }
}

/** Counts the instructions of a process, of all threads, up to its first correct response. @throws if the counter fails, too */
export async function countFirstResponse(
  counter: Counter,
  launch: Launch,
  cpus: number[] | null,
  polling: Omit<Polling, 'polling'>,
): Promise<number> {
  // Nothing is timed, so the poller may share its CPU.
  const { javascript, others } = await counter.fromStart(
    launch,
    cpus,
    await quietPort(),
    async (process) => {
      await firstCorrectResponse(process, { ...polling, polling: false })
    },
  )
  return javascript + others
}

/** Requests per ring. Each process, and each attempt after a wrong response, gets another one. */
const SIZE = 200

/** Returns different valid calls from the seed, the same for every server of a wire. */
export function openingRequests(scenario: Scenario, wire: WireName, seed: number): RequestRing {
  const random = createRandom(seed)
  const serials = firstSerial(random)
  const supplied = Array.from({ length: SIZE }, (_, i) => {
    const serial = serials + i
    const item = scenario.validCase(random, serial)
    return { item, serial, request: encodeCall(wires[wire], scenario.route, item) }
  })
  return new RequestRing(wire, scenario.route, supplied, SIZE)
}

/** Five digits, and above well-known ports. */
const LOWEST_PORT = 10_240

/**
 * Returns a free port below the ephemeral range: a polling connection from that range may get the server's port as its own,
 * connect to itself, and so take the port from the server.
 */
async function quietPort(): Promise<number> {
  const ephemeral =
    Number.parseInt(contentsOf('/proc/sys/net/ipv4/ip_local_port_range'), 10) || 32_768
  const end = Math.max(LOWEST_PORT + 1_000, ephemeral)
  for (;;) {
    try {
      return await freePort(LOWEST_PORT + Math.floor(Math.random() * (end - LOWEST_PORT)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
