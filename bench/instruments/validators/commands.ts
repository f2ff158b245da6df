/** What the runner asks of the process in which a library is called, and what that answers: a line of JSON each. */
import type { Socket } from 'node:net'
import type { OperationId } from '../../../charts/instruments/validators/format.ts'

/** JSON text around the place of a serial number, by which every input differs from all before it. */
export interface Template {
  head: string
  tail: string
}

/** A valid one, with what must come of it besides the serial number, which is the user's id. */
interface ValidTemplate extends Template {
  name: string
  surname: string
  /** Of `lastUpdate`, in milliseconds since 1970. */
  time: number
}

/** What inputs are made of: the templates in turn, each with the next serial number. */
export interface Pool {
  valid: ValidTemplate[]
  invalid: Template[]
  firstSerial: number
}

/** How long an operation is called: until the calls have taken so many seconds, or there have been so many batches. */
export interface Stretch {
  seconds: number
  batches: number
  /** Calls between two looks at the clock; as many inputs are alive at a time. */
  batch: number
}

export interface Commands {
  /** Imports the steps, and calls `validate` once. */
  load: { asks: { steps: string; first: string; pool: Pool }; answers: Loaded }
  /** Parses each text and puts it to all steps. */
  observe: { asks: { texts: string[] }; answers: Observation[] }
  /** Times the operations in that order, after all of them have been warmed up in it. */
  time: { asks: { operations: OperationId[]; warmUp: Stretch; timed: Stretch }; answers: Timed }
  /** Bytes that a call allocates. */
  weigh: {
    asks: { operations: OperationId[]; warmUp: Stretch }
    answers: Partial<Record<OperationId, number | null>>
  }
  /** Makes so many inputs; the garbage of that is collected. No operation: a call of nothing. */
  prepare: { asks: { operation: OperationId | null; calls: number }; answers: null }
  /** Calls the operation with each of them, and does nothing else. */
  call: { asks: Record<never, never>; answers: null }
  /** Looks at what the calls gave. */
  verify: { asks: Record<never, never>; answers: null }
}

export type CommandName = keyof Commands

export interface Loaded {
  library: string
  /** Its npm package; null where there is none. */
  package: string | null
  operations: OperationId[]
  /** From asking for the module until it was there: reading, compiling and running it, and all that it imports. */
  importMilliseconds: number
  /** Of the first call of `validate` in the process. */
  firstCallMicroseconds: number
  /** What that call gave. */
  accepted: boolean
}

/** What the steps made of one input. */
export interface Observation {
  /** What a step threw, with the step's name; null where none did. */
  threw: string | null
  validated: boolean
  /** Of the user that `parse` gave, written by `stringify`; null where it was refused. */
  text: string | null
  /** JSON of the first error, and of all; null where the step gave none, or there is no such step. */
  firstError: string | null
  allErrors: string | null
}

export interface Timed {
  /** A call of nothing, with the loop around it, in nanoseconds. */
  loop: number
  /** A call, with the loop around it, in nanoseconds. */
  nanoseconds: Partial<Record<OperationId, number>>
}

/** An answer's line. */
export type Reply = { answer: unknown } | { error: string }

/**
 * Calls back with each whole line, without its end. Lines end with a line feed only: `readline` takes other separators too,
 * which JSON may hold.
 */
export function onLine(socket: Socket, take: (line: string) => void): void {
  let pieces: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n')
    pieces.push(first)
    for (const piece of more) {
      take(pieces.join(''))
      pieces = [piece]
    }
  })
}
