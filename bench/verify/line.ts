import type { Framed } from '../../shared/scenarios/invariants/framing.ts'
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { RawConnection, type RawOutcome } from './raw-connection.ts'

export type LineOutcome = RawOutcome | { kind: 'refused' }

/** A connection that opens on demand, and reopens after the server announced that it closes it. */
export class Line {
  readonly #port: number
  readonly #timeout: number
  #connection: RawConnection | null = null
  #closes = false

  /** @param timeout milliseconds until a missing response is a hang */
  constructor(port: number, timeout: number) {
    this.#port = port
    this.#timeout = timeout
  }

  /** Sends a request and reads its response. */
  async exchange({ request, framed }: { request: HttpRequest; framed: Framed }): Promise<LineOutcome> {
    await this.send(framed)
    return this.read(request)
  }

  async send({ pieces, pause }: Framed): Promise<void> {
    if (this.#closes) this.close()
    this.#connection ??= await RawConnection.open(this.#port)
    await this.#connection?.send(pieces, pause)
  }

  /** Reads the response to the oldest pending request. */
  async read({ method }: HttpRequest): Promise<LineOutcome> {
    if (!this.#connection) return { kind: 'refused' }
    const outcome = await this.#connection.read(method, this.#timeout)
    this.#closes = outcome.kind === 'response' && outcome.response.closes
    return outcome
  }

  close(): void {
    this.#connection?.close()
    this.#connection = null
    this.#closes = false
  }
}
