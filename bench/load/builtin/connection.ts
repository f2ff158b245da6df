/** One connection of a load. It keeps the given number of requests in flight and checks every response. */
import { connect, type Socket } from 'node:net'
import { HOST } from '../../host/server-process.ts'
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

export interface LoadState {
  readonly pipelining: number
  readonly tally: Tally
  isSending: boolean
  /** Set by connections that have read something. A turn of the event loop that leaves it unset was empty. */
  hasRead: boolean
  /** Called at the connection's first response of this load. */
  firstResponse(): void
  /** Called when nothing is in flight on the connection any more: all responses have come, or it is closed. */
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
  /** Sequence numbers of the next response and of the next request. */
  #received = 0
  #sent = 0
  #sentAt = new Float64Array(0)
  #respondedInLoad = false

  constructor(port: number, ring: RequestRing) {
    this.#port = port
    this.#ring = ring
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  get inFlight(): number {
    return this.#sent - this.#received
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
    this.#needed = 0
    socket?.destroy()
  }

  /** Sends the first requests of a load. */
  begin(state: LoadState): void {
    this.join(state)
    this.#send(state.pipelining, performance.now())
  }

  /** Joins a load that sends each request explicitly, with `sendOne`. */
  join(state: LoadState): void {
    this.#state = state
    this.#respondedInLoad = false
    this.#received = this.#sent
    this.#ring.beginLoad()
    if (this.#sentAt.length !== state.pipelining) this.#sentAt = new Float64Array(state.pipelining)
  }

  /** @param from start of the request's latency, by `performance.now()` */
  sendOne(from: number): void {
    this.#send(1, from)
  }

  #send(count: number, now: number): void {
    const [state, ring] = [this.#state as LoadState, this.#ring]
    const { sentAt, first } = { sentAt: this.#sentAt, first: this.#sent }
    for (let sequence = first; sequence < first + count; sequence++) {
      if (sequence >= ring.size) ring.renew(sequence)
      sentAt[sequence % sentAt.length] = now
    }
    this.#sent += count
    state.tally.sent += count
    // Two writes if the batch wraps around the end of the ring.
    for (let sequence = first; sequence < this.#sent; ) {
      const room = Math.min(this.#sent - sequence, ring.size - (sequence % ring.size))
      this.#socket?.write(ring.requests(sequence, room))
      sequence += room
    }
  }

  #read(socket: Socket, length: number): boolean {
    const state = this.#state
    if (socket !== this.#socket || !state) return true
    state.hasRead = true
    this.#mayBeStale = false
    let bytes = READ_BUFFER
    let limit = length
    if (this.#restLength > 0) {
      this.#keep(READ_BUFFER, 0, length)
      if (this.#restLength < this.#needed) return true
      bytes = Buffer.concat(this.#rest, this.#restLength)
      limit = this.#restLength
      this.#rest = []
      this.#restLength = 0
    }
    this.#take(bytes, limit, state)
    return true
  }

  /** Copies an incomplete response. */
  #keep(bytes: Buffer, start: number, end: number): void {
    this.#rest.push(Buffer.from(bytes.subarray(start, end)))
    this.#restLength += end - start
  }

  /** Takes all complete responses, and sends as many new requests. */
  #take(bytes: Buffer, limit: number, state: LoadState): void {
    const reader = this.#reader
    const now = performance.now()
    let taken = 0
    for (let at = 0; at < limit; ) {
      const reading = reader.read(bytes, at, limit)
      if (reading === Reading.MALFORMED) {
        this.#malformed(bytes, at, limit, 'bytes that are not an HTTP response')
        return
      }
      if (reading === Reading.INCOMPLETE) {
        if (limit - at > LONGEST_RESPONSE) {
          this.#malformed(bytes, at, limit, 'a response without an end')
          return
        }
        this.#needed = reader.needed
        this.#keep(bytes, at, limit)
        break
      }
      if (this.inFlight === 0) {
        this.#malformed(bytes, at, limit, 'a response without a request')
        return
      }
      this.#judge(reader.end - at, now, state)
      at = reader.end
      taken++
    }
    if (taken > 0) this.#after(taken, now, state)
  }

  #after(taken: number, now: number, state: LoadState): void {
    if (!this.#respondedInLoad) {
      this.#respondedInLoad = true
      state.firstResponse()
    }
    if (state.isSending) this.#send(taken, now)
    else if (this.inFlight === 0) state.drained(this)
  }

  /** Counts and checks the response that the reader holds. */
  #judge(length: number, now: number, { tally }: LoadState): void {
    const [reader, ring] = [this.#reader, this.#ring]
    const sequence = this.#received++
    const latency = now - (this.#sentAt[sequence % this.#sentAt.length] as number)
    tally.responses++
    tally.bytesReceived += length
    if (tally.isOpen) tally.recordLatency(latency)
    if (latency > REQUEST_TIMEOUT * 1000) tally.late++
    const { status, body, bodyStart, bodyEnd } = reader
    if (ring.isInvalid(sequence)) {
      tally.invalid++
      tally.bytesRejected += length
    }
    const judgement = ring.judge(sequence, status, body, bodyStart, bodyEnd)
    if (judgement === Judgement.RIGHT) return
    if (judgement === Judgement.WRONG_STATUS) {
      tally.wrongStatus++
      return
    }
    tally.wrong++
    this.#noteWrong(sequence, status)
  }

  #noteWrong(sequence: number, status: number): void {
    const { body, bodyStart, bodyEnd } = this.#reader
    const text = body.toString('utf8', bodyStart, bodyEnd)
    const got = status === 200 ? text : `status ${status} and "${text}"`
    this.#note(sequence, got, text)
  }

  #note(sequence: number, got: string, text: string): void {
    const { tally } = this.#state as LoadState
    const [request, expected] = [this.#ring.text(sequence), this.#ring.expected(sequence, text)]
    tally.firstWrong ??= { request, expected, got }
  }

  /** Closes the connection: after malformed bytes, response boundaries are unknown. */
  #malformed(bytes: Buffer, start: number, limit: number, what: string): void {
    const { tally } = this.#state as LoadState
    const text = bytes.toString('latin1', start, Math.min(limit, start + 200))
    tally.wrong++
    this.#note(this.#received, `${what}: ${JSON.stringify(text)}`, '')
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
    const isIdle = this.inFlight === 0
    // RFC 9112, section 9.3.1: a server may close an idle connection just as a request arrives; a client then retries.
    if (this.#mayBeStale) state.tally.sent -= this.inFlight
    else if (state.isSending || !isIdle) state.tally.errors++
    this.#mayBeStale = false
    this.#received = this.#sent
    if (!state.isSending) {
      if (!isIdle) state.drained(this)
      return
    }
    // The load continues on a new connection, as a client would.
    void this.open().then((isOpen) => {
      if (isOpen && state.isSending) this.#send(state.pipelining, performance.now())
    })
  }

  /** Ends the connection's part in the load: later bytes belong to no load. */
  end(): void {
    this.#mayBeStale = true
    this.#state = null
  }
}
