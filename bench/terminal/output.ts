/**
 * Output of the command line: to the process's streams, or to those given to `main`. Servers, packages and files of others supply
 * parts of it, so that nothing in it controls the terminal.
 */
import { stripVTControlCharacters } from 'node:util'

interface Sink {
  write(text: string): unknown
  /** Whether it is a terminal. */
  isTTY?: boolean | undefined
}

export interface Io {
  out: Sink
  err: Sink
}

/** Controls, apart from line ends and tabs, and marks that change the direction of writing. */
const CONTROLS = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Moves to the start of the line, and erases it. */
const ERASED = '\r\x1b[K'

const printing = (sink: Sink) => ({
  isTTY: sink.isTTY,
  write: (text: string) => sink.write(stripVTControlCharacters(text).replaceAll(CONTROLS, '')),
  eraseLine: () => sink.write(ERASED),
})

const harmless = ({ out, err }: Io) => ({ out: printing(out), err: printing(err) })

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
  aboveStatus(() => current.out.write(text))
}

/** Writes a line to standard output. */
export function say(line: string): void {
  print(`${line}\n`)
}

/** Writes a line to standard error. */
export function complain(line: string): void {
  aboveStatus(() => current.err.write(`${line}\n`))
}

let status = ''

/**
 * Keeps a line below all others on a terminal, in place of the one before; empty for none.
 * @returns whether the output is a terminal
 */
export function showStatus(line: string): boolean {
  if (!current.out.isTTY) return false
  const columns = process.stdout.columns || 80
  status = line.slice(0, columns - 1)
  current.out.eraseLine()
  current.out.write(status)
  return true
}

function aboveStatus(write: () => void): void {
  if (status !== '') current.out.eraseLine()
  write()
  if (status !== '') current.out.write(status)
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
