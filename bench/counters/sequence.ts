/** Sends a load's requests one at a time on one connection; each waits for the correct response to the previous one. */
import { connect, type Socket } from 'node:net'
import { HOST } from '../host/server-process.ts'
import { Reading, ResponseReader } from '../load/builtin/response-reader.ts'
import { Judgement, type RequestRing } from '../load/request-ring.ts'

/** Milliseconds for a response, even from an emulated server. */
const LONGEST_WAIT = 30_000
/** Characters of a wrong response to show. */
const SHOWN = 200

export class Sequence {
  readonly #ring: RequestRing
  readonly #port: number
  readonly #reader = new ResponseReader()
  #socket: Socket | null = null
  #pending: Buffer = Buffer.alloc(0)
  /** Sequence number of the last request. */
  #sequence: number
  #left = 0
  #resolve: () => void = () => {}
  #reject: (reason: Error) => void = () => {}

  /** @param first number of the first request */
  constructor(ring: RequestRing, port: number, first = 0) {
    this.#ring = ring
    this.#port = port
    this.#sequence = first - 1
    ring.setPort(port)
  }

  /**
   * Sends `count` requests.
   * @throws with the first wrong response, or if the server closes the connection or does not respond
   */
  async send(count: number): Promise<void> {
    this.#socket ??= await this.#connected()
    await new Promise<void>((resolve, reject) => {
      this.#left = count
      this.#resolve = resolve
      this.#reject = reject
      this.#next()
    })
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  /** The next request opens a new connection. */
  close(): void {
    this.#socket?.destroy()
    this.#socket = null
    this.#pending = Buffer.alloc(0)
  }

  #connected(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: HOST, noDelay: true, timeout: LONGEST_WAIT })
      socket.once('connect', () => resolve(socket))
      socket.on('error', (error) => {
        reject(error)
        this.#fail(error.message)
      })
      socket.on('timeout', () => {
        if (this.#left > 0) this.#fail(`no response in ${LONGEST_WAIT / 1000} s`)
      })
      socket.on('close', () => {
        if (this.#socket === socket) this.#socket = null
        this.#fail('the server closed the connection')
      })
      socket.on('data', (bytes: Buffer) => this.#read(bytes))
    })
  }

  #next(): void {
    if (this.#left-- === 0) {
      this.#left = 0
      this.#resolve()
      return
    }
    this.#sequence++
    if (this.#sequence >= this.#ring.size) this.#ring.renew(this.#sequence)
    this.#socket?.write(this.#ring.request(this.#sequence))
  }

  #read(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    const [reader, pending] = [this.#reader, this.#pending]
    const reading = reader.read(pending, 0, pending.length)
    if (reading === Reading.INCOMPLETE) return
    if (reading === Reading.MALFORMED || reader.end !== pending.length) {
      this.#fail(`bytes that are not a response: ${JSON.stringify(pending.toString('latin1', 0, SHOWN))}`)
      return
    }
    this.#pending = Buffer.alloc(0)
    const { status, body, bodyStart, bodyEnd } = reader
    if (this.#ring.judge(this.#sequence, status, body, bodyStart, bodyEnd) === Judgement.RIGHT) {
      this.#next()
      return
    }
    const text = body.toString('utf8', bodyStart, bodyEnd)
    const expected = this.#ring.expected(this.#sequence, text).slice(0, SHOWN)
    this.#fail(`a wrong response: expected ${expected}, got status ${status} and ${text.slice(0, SHOWN)}`)
  }

  #fail(reason: string): void {
    this.#left = 0
    this.#reject(new Error(reason))
  }
}
