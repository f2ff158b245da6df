/** One connection of a load. It has one request in flight, and checks every response. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST } from '../../server/server-process.ts'
import { REQUEST_TIMEOUT } from '../generator.ts'
import { Judgement, type RequestRing } from '../request-ring.ts'
import { Reading, ResponseReader } from './response-reader.ts'
import type { Tally } from './tally.ts'

/** Shared by all connections: an incomplete response is copied out before another connection reads. */
const READ_BUFFER = Buffer.alloc(256 * 1024)
/** Errors of the generator itself, not of the server. They end the process with a message. */
const GENERATOR_ERRORS = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']
/** Bytes; larger than the response of any scenario. */
const LONGEST_RESPONSE = 16 * 1024 * 1024
const UNREQUESTED = 'bytes without a request'

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
  /** Number of the last request, from 0. */
  #sequence = -1
  #sentAt = 0
  #isWaiting = false
  #respondedInLoad = false

  constructor(port: number, ring: RequestRing) {
    this.#port = port
    this.#ring = ring
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  /** A request is in flight. */
  get isWaiting(): boolean {
    return this.#isWaiting
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
        if (GENERATOR_ERRORS.includes(error.code ?? '')) throw error
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
    this.#isWaiting = false
    this.#ring.beginLoad()
  }

  /** Sends the next request. @param from start of its latency, by `performance.now()` */
  send(from: number): void {
    const ring = this.#ring
    const sequence = ++this.#sequence
    if (sequence >= ring.size) ring.renew(sequence)
    this.#sentAt = from
    this.#isWaiting = true
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
    this.#keep(READ_BUFFER, length)
    if (this.#restLength < this.#needed) return true
    const [bytes, limit] = [Buffer.concat(this.#rest), this.#restLength]
    this.#rest = []
    this.#restLength = 0
    this.#take(bytes, limit, state)
    return true
  }

  /** Copies an incomplete response. */
  #keep(bytes: Buffer, length: number): void {
    this.#rest.push(Buffer.from(bytes.subarray(0, length)))
    this.#restLength += length
  }

  #take(bytes: Buffer, limit: number, state: LoadState): void {
    const now = performance.now()
    const reading = this.#isWaiting ? this.#reader.read(bytes, 0, limit) : null
    if (reading === Reading.RESPONSE) this.#takeResponse(bytes, limit, now, state)
    else if (reading === null) this.#malformed(bytes, 0, limit, UNREQUESTED)
    else if (reading === Reading.MALFORMED)
      this.#malformed(bytes, 0, limit, 'bytes that are not an HTTP response')
    else if (limit > LONGEST_RESPONSE) this.#malformed(bytes, 0, limit, 'a response without an end')
    else {
      this.#needed = this.#reader.needed
      this.#keep(bytes, limit)
    }
  }

  /** Takes the response that the reader holds, and sends the next request. */
  #takeResponse(bytes: Buffer, limit: number, now: number, state: LoadState): void {
    this.#isWaiting = false
    this.#judge(now, state)
    if (this.#reader.end < limit) {
      this.#malformed(bytes, this.#reader.end, limit, UNREQUESTED)
      return
    }
    if (!this.#respondedInLoad) {
      this.#respondedInLoad = true
      state.firstResponse()
    }
    if (state.isSending) this.send(now)
    else state.drained(this)
  }

  /** Counts and checks the response. */
  #judge(now: number, { tally }: LoadState): void {
    const [ring, sequence] = [this.#ring, this.#sequence]
    const { status, body, bodyStart, bodyEnd, end } = this.#reader
    const latency = now - this.#sentAt
    tally.responses++
    tally.bytesReceived += end
    if (tally.isOpen) tally.recordLatency(latency)
    if (latency > REQUEST_TIMEOUT * 1000) tally.late++
    if (tally.isRejection(status)) return
    const { closes, isContinued } = this.#reader
    if (closes !== null || isContinued) {
      const what = closes ? `after which clients reconnect (${closes})` : 'behind a 100 Continue'
      this.#noteWrong(`one ${what}`, '')
      return
    }
    const judgement = ring.judge(sequence, status, body, bodyStart, bodyEnd)
    if (judgement === Judgement.RIGHT) return
    if (judgement === Judgement.WRONG_STATUS) {
      tally.wrongStatus++
      return
    }
    const text = body.toString('utf8', bodyStart, bodyEnd)
    this.#noteWrong(status === 200 ? text : `status ${status} and "${text}"`, text)
  }

  #noteWrong(got: string, text: string): void {
    const { tally } = this.#state as LoadState
    const [ring, sequence] = [this.#ring, Math.max(0, this.#sequence)]
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
    this.#noteWrong(`${what}: ${JSON.stringify(text)}`, '')
    this.#break()
  }

  /** Called when the server has closed the connection, or could not be reached. */
  #ended(socket: Socket): void {
    if (socket !== this.#socket) return
    this.#break()
  }

  #break(): void {
    this.close()
    const state = this.#state
    if (!state) return
    const wasWaiting = this.#isWaiting
    this.#isWaiting = false
    // RFC 9112, section 9.3.1: a server may close an idle connection just as a request arrives; a client then retries.
    if (this.#mayBeStale && wasWaiting) state.tally.sent--
    if (!this.#mayBeStale && (state.isSending || wasWaiting)) state.tally.errors++
    this.#mayBeStale = false
    if (!state.isSending) {
      if (wasWaiting) state.drained(this)
      return
    }
    // The load continues on a new connection, as a client would.
    void this.open().then((isOpen) => {
      if (isOpen && state.isSending) this.send(performance.now())
    })
  }

  /** Ends the connection's part in the load: later bytes belong to no load. */
  end(): void {
    // The next load would take a response still in flight for its own.
    if (this.#isWaiting) this.close()
    this.#mayBeStale = true
    this.#state = null
  }
}

/**
 * Seconds for the server to accept new connections before the first requests. Node accepts one connection per turn of its
 * event loop; if each turn also handled requests, a slow server would need seconds for a hundred connections.
 */
const ACCEPT_TIME = 0.03

/** Opens all closed connections; returns how many could not be opened. */
export async function openAll(connections: readonly Connection[]): Promise<number> {
  const closed = connections.filter(({ isOpen }) => !isOpen)
  await Promise.all(closed.map((connection) => connection.open()))
  if (closed.length > 0) await sleep(ACCEPT_TIME * 1000)
  // The server may have closed an idle connection during the wait.
  const missing = connections.filter(({ isOpen }) => !isOpen)
  const opened = await Promise.all(missing.map((connection) => connection.open()))
  return opened.filter((isOpen) => !isOpen).length
}
