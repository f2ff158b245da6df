/** Protocol between the runner and a library's process: requests and responses are lines of JSON. */
import type { Socket } from 'node:net'

/** JSON around a serial number, which makes every input unique. */
export interface Template {
  head: string
  tail: string
}

/** A valid input, with the expected values besides the serial number, which is the user's id. */
interface ValidTemplate extends Template {
  name: string
  surname: string
  /** `lastUpdate` in milliseconds since 1970. */
  time: number
}

/** Templates that are used in rotation, each with the next serial number. */
export interface Pool {
  valid: ValidTemplate[]
  invalid: Template[]
  firstSerial: number
}

/** Limits for calling an operation: seconds of calls, or batches, whichever comes first. */
export interface Stretch {
  seconds: number
  batches: number
  /** Calls between two readings of the clock; as many inputs are alive at a time. */
  batch: number
}

/** Results of the steps for one input. */
export interface Observation {
  /** Error of a step with the step's name, or null. */
  threw: string | null
  validated: boolean
  /** Output of `parse`, serialized by `stringify`; null if rejected. */
  text: string | null
  /** JSON of the first error, and of all errors; null if the step returned none or does not exist. */
  firstError: string | null
  allErrors: string | null
}

/** One line. */
export type Reply = { answer: unknown } | { error: string }

/**
 * Returns each complete line until the connection ends. Splits only at line feeds: `readline` also splits at separators that
 * JSON may contain.
 */
export async function* linesOf(socket: Socket): AsyncGenerator<string, void> {
  let rest = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // A broken connection has ended, too.
  }
}
