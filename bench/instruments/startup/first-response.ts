/**
 * The first right response of a starting server. The server is polled until then: an accepted connection is no response, nor
 * is a wrong one. A poller with a CPU of its own never sleeps.
 */
import { connect } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { HOST, type ServerProcess } from '../../host/server-process.ts'
import { TrialFailure } from '../../host/trial-failure.ts'
import { Reading, ResponseReader } from '../../load/builtin/response-reader.ts'
import { Judgement, type RequestRing } from '../../load/request-ring.ts'

/** Milliseconds between two attempts where the poller shares its CPU with the server, and after a wrong response. */
const PAUSE = 1
/**
 * Milliseconds from the beginning of one attempt to the next's where it does not: attempts without any distance leave so much
 * garbage that collecting it takes longer than what they tell.
 */
const DISTANCE = 0.2
/** Characters of a wrong response that are shown. */
const SHOWN = 200

export interface Polling {
  /** Its requests are sent one after the other, another one with each attempt; `setPort` and `beginLoad` come before. */
  ring: RequestRing
  /** Number of the ring's request that is sent first. */
  first: number
  /** Seconds from spawning within which the right response must come. */
  limit: number
  /** Waits between two attempts without sleeping; otherwise it pauses for a millisecond. */
  polling: boolean
}

/** Seconds from spawning, all of them. */
export interface FirstResponse {
  /** The last byte of the first right response was read. */
  seconds: number
  /** The first connection was accepted. */
  listening: number
  /** From the beginning of the attempt before the right one to that one's beginning: so much later the response may be noticed. */
  resolution: number
  /** Wrong responses before it. */
  wrong: number
}

type Attempt =
  | { kind: 'right'; at: number; connectedAt: number }
  | { kind: 'wrong'; what: string; connectedAt: number }
  | { kind: 'closed'; connectedAt: number | null }

/** @throws TrialFailure of phase `start`: it ended, does not listen, does not respond, or never rightly; with its output */
export async function firstRightResponse(server: ServerProcess, polling: Polling): Promise<FirstResponse> {
  const over = new AbortController()
  try {
    return await Promise.race([poll(server, polling, over.signal), server.exited])
  } catch (error) {
    throw error instanceof TrialFailure ? error : new TrialFailure('start', server.withOutput((error as Error).message))
  } finally {
    // A server that has ended must not be polled while the next one starts.
    over.abort()
  }
}

async function poll(
  server: ServerProcess,
  { ring, first, limit, polling }: Polling,
  over: AbortSignal,
): Promise<FirstResponse> {
  const deadline = server.spawnedAt + limit * 1000
  let listening: number | null = null
  let lastWrong: string | null = null
  let wrong = 0
  let before = server.spawnedAt
  for (let sequence = first; !over.aborted; ) {
    const begin = performance.now()
    const attempt = await attemptOnce(server.port, ring, sequence, deadline - begin)
    if (attempt.connectedAt !== null) listening ??= attempt.connectedAt
    if (attempt.kind === 'right') {
      const since = (time: number) => (time - server.spawnedAt) / 1000
      return {
        seconds: since(attempt.at),
        listening: since(listening ?? attempt.connectedAt),
        resolution: (begin - before) / 1000,
        wrong,
      }
    }
    if (attempt.kind === 'wrong') {
      lastWrong = attempt.what
      wrong++
      sequence++
    }
    if (performance.now() >= deadline) break
    before = begin
    if (polling && attempt.connectedAt === null) {
      while (performance.now() - begin < DISTANCE) await turn()
    } else {
      await sleep(PAUSE)
    }
  }
  throw new Error(whyNone(server.port, limit, listening !== null, lastWrong))
}

function whyNone(port: number, limit: number, accepted: boolean, lastWrong: string | null): string {
  if (lastWrong !== null) return `gave no right response in ${limit} s: ${lastWrong}`
  const fix = 'a larger --limit gives it more time'
  if (accepted) return `accepts connections, and sent no response in ${limit} s; ${fix}`
  return `does not listen on port ${port} after ${limit} s; ${fix}`
}

/** One connection with one request. Never rejects. @param patience milliseconds, after which it is closed */
function attemptOnce(port: number, ring: RequestRing, sequence: number, patience: number): Promise<Attempt> {
  return new Promise((resolve) => {
    let connectedAt: number | null = null
    let pending: Buffer = Buffer.alloc(0)
    const reader = new ResponseReader()
    const socket = connect({ port, host: HOST, noDelay: true })
    const timer = setTimeout(() => end({ kind: 'closed', connectedAt }), Math.max(1, patience))
    const end = (attempt: Attempt) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(attempt)
    }
    const wrong = (got: string) => {
      const what = `expected ${ring.expected(sequence, got).slice(0, SHOWN)}, got ${got.slice(0, SHOWN)}`
      end({ kind: 'wrong', what, connectedAt: connectedAt as number })
    }
    socket.once('connect', () => {
      connectedAt = performance.now()
      socket.write(ring.requests(sequence, 1))
    })
    socket.on('data', (bytes: Buffer) => {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      const reading = reader.read(pending, 0, pending.length)
      if (reading === Reading.INCOMPLETE) return
      const at = performance.now()
      if (reading === Reading.MALFORMED) return wrong(`bytes that are no response: ${pending.toString('latin1')}`)
      const { status, body, bodyStart, bodyEnd } = reader
      const isRight = ring.judge(sequence, status, body, bodyStart, bodyEnd) === Judgement.RIGHT
      if (isRight) end({ kind: 'right', at, connectedAt: connectedAt as number })
      else wrong(`status ${status} and ${body.toString('utf8', bodyStart, bodyEnd)}`)
    })
    socket.on('error', () => end({ kind: 'closed', connectedAt }))
    socket.on('close', () => end({ kind: 'closed', connectedAt }))
  })
}
