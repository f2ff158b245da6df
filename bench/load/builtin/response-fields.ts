/** Header fields of responses, and those that make clients close the connection. */
import type { ResponseReader } from './response-reader.ts'

export type Fields = Readonly<Record<string, string | undefined>>

/**
 * Reads the fields of a head. Names are in lower case; repeated fields are joined by commas.
 * @returns undefined if a line is not a header field
 */
export function readFields(head: string): Fields | undefined {
  const [, ...lines] = head.trimEnd().split('\r\n')
  const fields: Record<string, string | undefined> = Object.create(null)
  for (const line of lines) {
    const [, name, value = ''] =
      /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/.exec(line) ?? []
    if (!name) return undefined
    const key = name.toLowerCase()
    const before = fields[key]
    fields[key] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}

/**
 * Seconds: for a shorter `Keep-Alive: timeout`, clients may open many connections (`fetch` of Node subtracts 2 s), and the load
 * generator, which uses connections that were idle for `LONGEST_IDLE`, could find one closed.
 */
const SHORTEST_TIMEOUT = 4

/** Returns the field, beside `Connection`, for which clients would open a new connection; null without one. */
export function endingIn(fields: Fields): string | null {
  const { 'keep-alive': parameters = '', 'proxy-connection': proxy = '' } = fields
  // Not in any RFC; Node's clients heed it.
  if (/\bclose\b/i.test(proxy)) return `Proxy-Connection: ${proxy}`
  const timeout = Number(/(?<![\w-])timeout=(\d+)/i.exec(parameters)?.[1] ?? SHORTEST_TIMEOUT)
  return timeout < SHORTEST_TIMEOUT ? `Keep-Alive: ${parameters}` : null
}

/** Returns the content coding; null without one. No request of ours accepts any. */
export function codingIn({ 'content-encoding': coding = 'identity' }: Fields): string | null {
  return coding.toLowerCase() === 'identity' ? null : coding
}

/** Returns what is wrong with a response's `Date`, or null. @param earliest Unix time in ms */
export function dateFault({ date }: Fields, earliest: number): string | null {
  if (date === undefined) return 'without Date'
  const time = Date.parse(date)
  return time >= earliest && time <= Date.now() ? null : `dated ${date}`
}

/** Milliseconds by which a `Date` may be old under load: servers cache it, and a stall may be long. */
const OLDEST_DATE = 60_000

/**
 * Returns what is wrong with the response that a reader holds, whatever its body is, or null.
 * @param isWhole also checks the fields that the reader skips
 */
export function headFault(reader: ResponseReader, bytes: Buffer, isWhole: boolean): string | null {
  const { closes, isContinued, status, headStart, headEnd } = reader
  if (closes !== null) return reconnecting(closes)
  if (isContinued) return 'behind a 100 Continue'
  if (!isWhole) return null
  const fields = readFields(bytes.toString('latin1', headStart, headEnd))
  if (!fields) return 'with a line that is not a header field'
  const ending = endingIn(fields)
  if (ending !== null) return reconnecting(ending)
  const coding = codingIn(fields)
  if (coding !== null) return `with content-encoding ${coding}`
  return status === 200 ? dateFault(fields, Date.now() - OLDEST_DATE) : null
}

const reconnecting = (ending: string) => `after which clients reconnect (${ending})`
