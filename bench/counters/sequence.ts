/** Sends a load's requests one at a time on one connection; each waits for the correct response to the previous one. */
import { shortened } from '../../shared/basics/text.ts'
import { Judgement, type RequestRing } from '../load/request-ring.ts'
import { Line } from '../verify/http.ts'

/** Milliseconds for a response, even from an emulated server. */
const LONGEST_WAIT = 30_000
/**
 * Milliseconds after which an idle connection is not used again: Node closes one after 5 s by default, and on a busy machine a
 * request may be sent before that is noticed.
 */
const LONGEST_IDLE = 4_000

export class Sequence {
  readonly #ring: RequestRing
  readonly #line: Line
  /** Sequence number of the last request. */
  #sequence: number
  /** When the last response came, by `performance.now()`. */
  #idleSince = Number.POSITIVE_INFINITY

  /** @param first number of the first request */
  constructor(ring: RequestRing, port: number, first = 0) {
    this.#ring = ring
    this.#line = new Line(port, LONGEST_WAIT)
    this.#sequence = first - 1
    ring.setPort(port)
  }

  /**
   * Sends `count` requests.
   * @throws with the first wrong response, or if the server closes the connection or does not respond
   */
  async send(count: number): Promise<void> {
    // The server may have closed an idle connection.
    const isIdle = performance.now() - this.#idleSince > LONGEST_IDLE
    if (this.#line.hasEnded || isIdle) this.close()
    for (let sent = 0; sent < count; sent++) await this.#exchange(++this.#sequence)
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  /** The next request opens a new connection. */
  close(): void {
    this.#line.close()
  }

  async #exchange(sequence: number): Promise<void> {
    if (sequence >= this.#ring.size) this.#ring.renew(sequence)
    await this.#line.send({ pieces: [this.#ring.request(sequence)], pause: 0 })
    // Only to HEAD, which no load sends, is a response framed in another way.
    const response = await this.#line.read({ method: 'POST' })
    if (!response.responded) throw new Error(response.reason)
    this.#idleSince = performance.now()
    const { status, bytes, body, closes } = response
    if (this.#ring.judge(sequence, status, bytes, 0, bytes.length) !== Judgement.CORRECT) {
      const expected = shortened(this.#ring.expected(sequence, body))
      throw new Error(
        `a wrong response: expected ${expected}, got status ${status} and ${shortened(body)}`,
      )
    }
    if (this.#line.hasMore) throw new Error('bytes after the response')
    if (closes) throw new Error(`clients reconnect after a response (${closes})`)
  }
}
