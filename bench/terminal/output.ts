/** Output of the command line: to the process's streams, or to those given to `main`. */

interface Sink {
  write(text: string): unknown
}

export interface Io {
  out: Sink
  err: Sink
}

let current: Io = { out: process.stdout, err: process.stderr }

/** Redirects the output of a call to `io`; one at a time in a process. */
export async function writingTo<T>(io: Io, call: () => Promise<T>): Promise<T> {
  const before = current
  current = io
  try {
    return await call()
  } finally {
    current = before
  }
}

/** Writes a string to standard output unchanged. */
export function print(text: string): void {
  current.out.write(text)
}

/** Writes a line to standard output. */
export function say(line: string): void {
  print(`${line}\n`)
}

/** Writes a line to standard error. */
export function complain(line: string): void {
  current.err.write(`${line}\n`)
}

/** The last line of a command that a signal ends: what is kept, and how to go on. */
const NOTHING = 'no result was written'
let state = NOTHING

/** @param kept replaces the line's end from now on; left out where nothing is kept */
export function ifInterrupted(kept = NOTHING): void {
  state = kept
}

export function interruptionLine(signal: NodeJS.Signals): string {
  return `${signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`}: ${state}`
}
