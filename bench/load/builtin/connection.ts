/** One connection of a load. It keeps requests in flight, and checks every response and their order. */
import { connect, type Socket } from 'node:net'
import { HOST } from '../../server/server-process.ts'
import { REQUEST_TIMEOUT } from '../generator.ts'
import { Judgement, type RequestRing } from '../request-ring.ts'
import { InFlight } from './in-flight.ts'
import { headFault } from './response-fields.ts'
import { Reading, ResponseReader } from './response-reader.ts'
import type { Tally } from './tally.ts'

/** Shared by all connections: an incomplete response is copied out before another connection reads. */
const READ_BUFFER = Buffer.alloc(256 * 1024)
/** Errors of the generator itself, not of the server. They end the process with a message. */
const GENERATOR_ERRORS = /^(EMFILE|ENFILE|EADDRNOTAVAIL|ENOBUFS|ENOMEM|ENETUNREACH|ENETDOWN)$/
/** Bytes; larger than the response of any scenario. */
const LONGEST_RESPONSE = 16 * 1024 * 1024
/** One response of that many on a connection, from the first of a load on, has its whole head checked. */
const SAMPLED = 64
const MALFORMED = {
  unrequested: 'bytes without a request',
  [Reading.MALFORMED]: 'bytes that are not an HTTP response',
  [Reading.INCOMPLETE]: 'a response without an end',
  [Reading.AMBIGUOUS]: 'a response with two lengths or framings',
}

export interface LoadState {
  readonly tally: Tally
  isSending: boolean
  /** Set by connections that have read something. A turn of the event loop that leaves it unset was empty. */
  hasRead: boolean
  /** Called at the connection's first response of this load. */
  firstResponse(): void
  /** Called when nothing is in flight on the connection any more: the response has come, or it is closed. */
  drained(connection: Connection): void
}

export class Connection {
  readonly #port: number
  readonly #ring: RequestRing
  readonly #reader = new ResponseReader()
  #socket: Socket | null = null
  #connecting: Socket | null = null
  /** Used in an earlier load, and without a response in this one: the server may have closed it as idle. */
  #mayBeStale = false
  #state: LoadState | null = null
  /** Bytes of an incomplete response, and the number of bytes that it needs. */
  #rest: Buffer[] = []
  #restLength = 0
  #needed = 0
  readonly #inFlight: InFlight
  readonly #isPipelined: boolean
  /** Milliseconds from which on a response is late. */
  readonly #lateAfter: number
  #respondedInLoad = false
  /** Responses in this load. */
  #taken = 0

  /** @param pipelining requests in flight of a closed loop */
  constructor(port: number, ring: RequestRing, pipelining = 1) {
    this.#port = port
    this.#ring = ring
    this.#inFlight = new InFlight(pipelining)
    this.#isPipelined = pipelining > 1
    this.#lateAfter = 1000 * REQUEST_TIMEOUT * pipelining
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  /** Requests are in flight. */
  get isWaiting(): boolean {
    return this.#inFlight.size > 0
  }

  /** Opens a new connection. Resolves with whether that succeeded. */
  open(): Promise<boolean> {
    this.close()
    return new Promise((resolve) => {
      const socket: Socket = connect({
        port: this.#port,
        host: HOST,
        noDelay: true,
        onread: { buffer: READ_BUFFER, callback: (length) => this.#read(socket, length) },
      })
      this.#connecting = socket
      socket.setTimeout(REQUEST_TIMEOUT * 1000, () => socket.connecting && socket.destroy())
      socket.once('connect', () => {
        socket.setTimeout(0)
        this.#connecting = null
        this.#socket = socket
        this.#mayBeStale = false
        resolve(true)
      })
      // "close" follows both a reset and an end.
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (GENERATOR_ERRORS.test(error.code ?? '')) throw error
      })
      socket.on('end', () => this.#ended(socket))
      socket.on('close', () => {
        this.#ended(socket)
        resolve(false)
      })
    })
  }

  close(): void {
    const socket = this.#socket ?? this.#connecting
    this.#socket = null
    this.#connecting = null
    this.#rest = []
    this.#restLength = 0
    socket?.destroy()
  }

  /** Joins a load. The load sends the first request. */
  join(state: LoadState): void {
    this.#state = state
    this.#respondedInLoad = false
    this.#taken = 0
    this.#inFlight.clear()
    this.#ring.beginLoad()
  }

  /** Sends requests until as many are in flight as the load keeps. @param from as in `send` */
  fill(from: number): void {
    // All in one write.
    if (this.#isPipelined) this.#socket?.cork()
    for (let { free } = this.#inFlight; free > 0; free--) this.send(from)
    if (this.#isPipelined) this.#socket?.uncork()
  }

  /** Sends the next request. @param from start of its latency, by `performance.now()` */
  send(from: number): void {
    const ring = this.#ring
    const sequence = this.#inFlight.add(from)
    if (sequence >= ring.size) ring.renew(sequence)
    const { tally } = this.#state as LoadState
    tally.sent++
    this.#socket?.write(ring.request(sequence))
  }

  #read(socket: Socket, length: number): boolean {
    const state = this.#state
    if (socket !== this.#socket || !state) return true
    state.hasRead = true
    this.#mayBeStale = false
    if (this.#restLength === 0) {
      this.#take(READ_BUFFER, length, state)
      return true
    }
    this.#keep(READ_BUFFER, 0, length)
    if (this.#restLength < this.#needed) return true
    const [bytes, limit] = [Buffer.concat(this.#rest), this.#restLength]
    this.#rest = []
    this.#restLength = 0
    this.#take(bytes, limit, state)
    return true
  }

  /** Copies an incomplete response. */
  #keep(bytes: Buffer, start: number, limit: number): void {
    this.#rest.push(Buffer.from(bytes.subarray(start, limit)))
    this.#restLength += limit - start
  }

  /** Takes all responses of the bytes, then sends as many requests: none of them can have a response yet. */
  #take(bytes: Buffer, limit: number, state: LoadState): void {
    const now = performance.now()
    let start = 0
    while (start < limit) {
      const reading = this.isWaiting ? this.#reader.read(bytes, start, limit) : null
      if (reading === Reading.RESPONSE) {
        this.#judge(bytes, start, now, state)
        start = this.#reader.end
      } else if (reading === Reading.INCOMPLETE && limit - start <= LONGEST_RESPONSE) {
        this.#needed = this.#reader.needed
        this.#keep(bytes, start, limit)
        break
      } else {
        this.#malformed(bytes, start, limit, MALFORMED[reading ?? 'unrequested'])
        return
      }
    }
    if (start > 0) this.#goOn(now, state)
  }

  /** Continues after responses. */
  #goOn(now: number, state: LoadState): void {
    if (!this.#respondedInLoad) {
      this.#respondedInLoad = true
      state.firstResponse()
    }
    if (state.isSending) this.fill(now)
    else if (!this.isWaiting) state.drained(this)
  }

  /** Counts and checks the response that the reader holds. */
  #judge(bytes: Buffer, start: number, now: number, { tally }: LoadState): void {
    const [ring, sequence] = [this.#ring, this.#inFlight.oldest]
    const { status, body, bodyStart, bodyEnd, end } = this.#reader
    tally.responses++
    tally.bytesReceived += end - start
    if (this.#inFlight.isOvertaken && this.#isOutOfOrder(tally)) return
    const judgement = ring.judge(sequence, status, body, bodyStart, bodyEnd)
    if (this.#isPipelined && judgement !== Judgement.CORRECT && this.#isOutOfOrder(tally)) return
    const latency = now - this.#inFlight.take()
    if (tally.isOpen) tally.recordLatency(latency)
    if (latency > this.#lateAfter) tally.late++
    if (tally.isRejection(status)) return
    const fault = headFault(this.#reader, bytes, this.#taken++ % SAMPLED === 0)
    if (fault !== null) {
      this.#noteWrong(sequence, `one ${fault}`, '')
      return
    }
    if (judgement === Judgement.CORRECT) return
    if (judgement === Judgement.WRONG_STATUS) {
      tally.wrongStatus++
      return
    }
    const text = body.toString('utf8', bodyStart, bodyEnd)
    this.#noteWrong(sequence, status === 200 ? text : `status ${status} and "${text}"`, text)
  }

  /**
   * Counts a response that is not that of the oldest request, but of another in flight. Requests with equal responses cannot be
   * distinguished by any client, so any order of their responses is correct.
   */
  #isOutOfOrder(tally: Tally): boolean {
    const [ring, { status, body, bodyStart, bodyEnd }] = [this.#ring, this.#reader]
    const isOf = (request: number) =>
      ring.judge(request, status, body, bodyStart, bodyEnd) === Judgement.CORRECT
    if (this.#inFlight.takeOvertaken(isOf)) {
      tally.outOfOrder++
      return true
    }
    const overtaken = this.#inFlight.overtake(
      (request) => ring.hasOwnResponse(request) && isOf(request),
    )
    tally.overtaken += overtaken
    return overtaken > 0
  }

  #noteWrong(sequence: number, got: string, text: string): void {
    const [{ tally }, ring] = [this.#state as LoadState, this.#ring]
    tally.wrong++
    tally.firstWrong ??= {
      request: ring.request(sequence).toString(),
      expected: ring.expected(sequence, text),
      got,
    }
  }

  /** Closes the connection: after malformed bytes, response boundaries are unknown. */
  #malformed(bytes: Buffer, start: number, limit: number, what: string): void {
    const text = bytes.toString('latin1', start, Math.min(limit, start + 200))
    const { oldest, last } = this.#inFlight
    this.#noteWrong(Math.max(0, Math.min(oldest, last)), `${what}: ${JSON.stringify(text)}`, '')
    this.#break()
  }

  /** Called when the server has closed the connection, or could not be reached. */
  #ended(socket: Socket): void {
    if (socket !== this.#socket) return
    if (this.#isPipelined && !this.#mayBeStale && this.#state)
      this.#state.tally.lost += this.#inFlight.size
    this.#break()
  }

  #break(): void {
    this.close()
    const state = this.#state
    if (!state) return
    const { size } = this.#inFlight
    const wasWaiting = size > 0
    this.#inFlight.clear()
    // RFC 9112, section 9.3.1: a server may close an idle connection just as a request arrives; a client then retries.
    if (this.#mayBeStale) state.tally.sent -= size
    if (!this.#mayBeStale && (state.isSending || wasWaiting)) state.tally.errors++
    this.#mayBeStale = false
    if (!state.isSending) {
      if (wasWaiting) state.drained(this)
      return
    }
    // The load continues on a new connection, as a client would.
    void this.open().then((isOpen) => {
      if (isOpen && state.isSending) this.fill(performance.now())
    })
  }

  /** Ends the connection's part in the load: later bytes belong to no load. */
  end(): void {
    if (this.#state) this.#state.tally.lost += this.#inFlight.overtaken
    // The next load would take a response still in flight for its own.
    if (this.isWaiting) this.close()
    this.#mayBeStale = true
    this.#state = null
  }
}
