/** Where the command line writes: to the streams of its process, or to what a caller of `main` gave it. */

interface Sink {
  write(text: string): unknown
}

export interface Io {
  out: Sink
  err: Sink
}

let current: Io = { out: process.stdout, err: process.stderr }

/** Calls a function whose output goes to `io`; one at a time in a process. */
export async function writingTo<T>(io: Io, call: () => Promise<T>): Promise<T> {
  const before = current
  current = io
  try {
    return await call()
  } finally {
    current = before
  }
}

/** Writes a string to standard output as it is. */
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
