/**
 * The first correct response of a starting server. The server is polled until then; an accepted connection or a wrong response
 * does not count. A poller with its own CPU never sleeps.
 */
import { connect } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { HOST, type ServerProcess } from '../../host/server-process.ts'
import { TrialFailure } from '../../host/trial-failure.ts'
import { Reading, ResponseReader } from '../../load/builtin/response-reader.ts'
import { Judgement, type RequestRing } from '../../load/request-ring.ts'

/** Milliseconds between attempts if the poller shares its CPU with the server, and after a wrong response. */
const PAUSE = 1
/**
 * Milliseconds between the starts of attempts otherwise. Attempts without a pause create so much garbage that collecting it
 * takes longer than the resolution gained.
 */
const DISTANCE = 0.2
/** Characters of a wrong response to show. */
const SHOWN = 200

export interface Polling {
  /** Requests, a different one per attempt. Call `setPort` and `beginLoad` before. */
  ring: RequestRing
  /** Number of the first request. */
  first: number
  /** Seconds from spawning to the first correct response, at most. */
  limit: number
  /** Busy-polls between attempts; otherwise it sleeps for 1 ms. */
  polling: boolean
}

type Attempt =
  | { kind: 'right'; at: number }
  | { kind: 'wrong'; what: string }
  | { kind: 'closed'; isConnected: boolean }

/** Returns seconds from spawning to the last byte of the first right response. @throws TrialFailure of phase `start`, with the server's output, if there is no correct response */
export async function firstRightResponse(server: ServerProcess, polling: Polling): Promise<number> {
  const over = new AbortController()
  try {
    return await Promise.race([poll(server, polling, over.signal), server.exited])
  } catch (error) {
    throw error instanceof TrialFailure ? error : new TrialFailure('start', server.withOutput((error as Error).message))
  } finally {
    // Stop polling an ended server: the next one may be starting.
    over.abort()
  }
}

async function poll(
  server: ServerProcess,
  { ring, first, limit, polling }: Polling,
  over: AbortSignal,
): Promise<number> {
  const deadline = server.spawnedAt + limit * 1000
  let accepted = false
  let lastWrong: string | null = null
  for (let sequence = first; !over.aborted; ) {
    const begin = performance.now()
    const attempt = await attemptOnce(server.port, ring, sequence, deadline - begin)
    if (attempt.kind === 'right') return (attempt.at - server.spawnedAt) / 1000
    if (attempt.kind === 'wrong') {
      lastWrong = attempt.what
      sequence++
    }
    const isConnected = attempt.kind === 'wrong' || attempt.isConnected
    accepted ||= isConnected
    if (performance.now() >= deadline) break
    if (polling && !isConnected) {
      while (performance.now() - begin < DISTANCE) await turn()
    } else {
      await sleep(PAUSE)
    }
  }
  throw new Error(whyNone(server.port, limit, accepted, lastWrong))
}

function whyNone(port: number, limit: number, accepted: boolean, lastWrong: string | null): string {
  if (lastWrong !== null) return `no correct response within ${limit} s: ${lastWrong}`
  const fix = 'a larger --limit gives it more time'
  if (accepted) return `accepts connections but sent no response within ${limit} s; ${fix}`
  return `does not listen on port ${port} after ${limit} s; ${fix}`
}

/** Sends one request on a new connection. Never rejects. @param patience milliseconds until the connection is closed */
function attemptOnce(port: number, ring: RequestRing, sequence: number, patience: number): Promise<Attempt> {
  return new Promise((resolve) => {
    let isConnected = false
    let pending: Buffer = Buffer.alloc(0)
    const reader = new ResponseReader()
    const socket = connect({ port, host: HOST, noDelay: true })
    const timer = setTimeout(() => end({ kind: 'closed', isConnected }), Math.max(1, patience))
    const end = (attempt: Attempt) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(attempt)
    }
    const wrong = (got: string) => {
      const what = `expected ${ring.expected(sequence, got).slice(0, SHOWN)}, got ${got.slice(0, SHOWN)}`
      end({ kind: 'wrong', what })
    }
    socket.once('connect', () => {
      isConnected = true
      socket.write(ring.request(sequence))
    })
    socket.on('data', (bytes: Buffer) => {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      const reading = reader.read(pending, 0, pending.length)
      if (reading === Reading.INCOMPLETE) return
      const at = performance.now()
      if (reading === Reading.MALFORMED) return wrong(`bytes that are not a response: ${pending.toString('latin1')}`)
      const { status, body, bodyStart, bodyEnd } = reader
      const isRight = ring.judge(sequence, status, body, bodyStart, bodyEnd) === Judgement.RIGHT
      if (isRight) end({ kind: 'right', at })
      else wrong(`status ${status} and ${body.toString('utf8', bodyStart, bodyEnd)}`)
    })
    socket.on('error', () => end({ kind: 'closed', isConnected }))
    socket.on('close', () => end({ kind: 'closed', isConnected }))
  })
}
