/** Detects data of one request in the response to another. */

/**
 * A serial number, unique to every valid call where its scenario has one. Decimals of a number do not match: a server may
 * name the largest double, and a request may contain it.
 */
const MARK = /(?<![\d.])[1-7]\d{15}(?!\d)/g
/** Number of serial numbers to remember. */
const REMEMBERED = 5_000

/** Remembers the serial numbers of all requests. */
export class LeakFinder {
  readonly #marks = new Set<string>()

  sent(pieces: readonly Uint8Array[]): void {
    for (const mark of marksIn(latin1Text(pieces))) {
      this.#marks.add(mark)
      if (this.#marks.size > REMEMBERED)
        this.#marks.delete(this.#marks.values().next().value as string)
    }
  }

  /** Returns a serial number in the response that earlier requests contained and this one does not. */
  find(pieces: readonly Uint8Array[], response: string): string | undefined {
    const repeated = marksIn(response).filter((mark) => this.#marks.has(mark))
    if (repeated.length === 0) return undefined
    // In chunked or encoded form, the request's own serial number would not match.
    const request = latin1Text(pieces).replaceAll(/\r\n[0-9A-F]+(;[^\r\n]*)?\r\n/g, '')
    const decoded = request.replaceAll(/%3(\d)/g, '$1')
    return repeated.find((mark) => !request.includes(mark) && !decoded.includes(mark))
  }
}

function latin1Text(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('latin1')
}

function marksIn(text: string): string[] {
  return text.match(MARK) ?? []
}
