/** Finds what of one request is seen in another's response. */

/**
 * A serial number as every valid call has one of its own, where its scenario has a place for it. The decimals of a number
 * are none: a server may name the greatest one that there is, and a request be a text of it.
 */
const MARK = /(?<![\d.])[1-7]\d{15}(?!\d)/g
/** So many are remembered. */
const KEPT = 5_000

/** Remembers the marks of all requests. */
export class LeakFinder {
  readonly #marks = new Set<string>()

  /** Notes a request's bytes. */
  sent(pieces: readonly Uint8Array[]): void {
    for (const mark of marksIn(text(pieces))) {
      this.#marks.add(mark)
      if (this.#marks.size > KEPT) this.#marks.delete(this.#marks.values().next().value as string)
    }
  }

  /** A mark in the response that other requests have had, and this one has not. */
  find(pieces: readonly Uint8Array[], answer: string): string | undefined {
    const seen = marksIn(answer).filter((mark) => this.#marks.has(mark))
    if (seen.length === 0) return undefined
    // A mark that was split over chunks, or is encoded, is not found in its own request.
    const own = text(pieces).replaceAll(/\r\n[0-9A-F]+(;[^\r\n]*)?\r\n/g, '')
    const decoded = own.replaceAll(/%3(\d)/g, '$1')
    return seen.find((mark) => !own.includes(mark) && !decoded.includes(mark))
  }
}

function text(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('latin1')
}

function marksIn(text: string): string[] {
  return text.match(MARK) ?? []
}
