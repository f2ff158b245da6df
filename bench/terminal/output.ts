/**
 * Output of the command line: to the process's streams, or to those given to `main`. Servers, packages and files of others supply
 * parts of it, so that nothing in it controls the terminal.
 */
import { stripVTControlCharacters } from 'node:util'

interface Sink {
  write(text: string): unknown
}

export interface Io {
  out: Sink
  err: Sink
}

/** Controls, apart from line ends and tabs, and marks that change the direction of writing. */
const CONTROLS = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const printing = (sink: Sink): Sink => ({
  write: (text) => sink.write(stripVTControlCharacters(text).replaceAll(CONTROLS, '')),
})

const harmless = ({ out, err }: Io): Io => ({ out: printing(out), err: printing(err) })

let current = harmless({ out: process.stdout, err: process.stderr })

/** Redirects the output of a call to `io`; one at a time in a process. */
export async function writingTo<T>(io: Io, call: (io: Io) => Promise<T>): Promise<T> {
  const before = current
  current = harmless(io)
  try {
    return await call(current)
  } finally {
    current = before
  }
}

/** Writes a string to standard output, without a line end. */
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
