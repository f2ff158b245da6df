import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainingLine, placeIn } from '../processes/programs.ts'

/** Bytes at the end of the output in which an explanation is searched. */
const TAIL = 8_000
/** Size in bytes at which the file is truncated. */
const MAX_SIZE = 1_000_000
/** Milliseconds between checks of the size. */
const INTERVAL = 1_000

/**
 * stdout and stderr of a server, in an unlinked file. A pipe would need a reader on the load generator's CPU, and would block the
 * server when the reader is late.
 */
export class ServerOutput {
  /** File descriptor for the server; null once closed. */
  #file: number | null
  readonly #directory: string
  readonly #timer: NodeJS.Timeout
  /** Bytes that have been truncated. */
  #dropped = 0
  /** Last part of the truncated output. */
  #tail = ''

  /** @param directory of the server's own files, to which errors are traced */
  constructor(directory: string) {
    this.#directory = directory
    const path = join(tmpdir(), `bench-output-${randomUUID()}`)
    // In append mode, writes after a truncation leave no hole.
    this.#file = openSync(path, 'ax+', 0o600)
    rmSync(path)
    this.#timer = setInterval(() => this.#trim(), INTERVAL).unref()
  }

  /** File descriptor for stdout and stderr of the server. */
  get file(): number | null {
    return this.#file
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#dropped + this.#size
  }

  /** Closes the file. `bytes` and `explanation` still work. */
  close(): void {
    if (this.#file === null) return
    clearInterval(this.#timer)
    this.#tail = this.#read(0)
    this.#dropped = this.bytes
    closeSync(this.#file)
    this.#file = null
  }

  says(pattern: RegExp): boolean {
    return pattern.test(this.#read(0))
  }

  /**
   * Returns the line that best explains an error, with its location in the server's own files.
   * @param since ignores output before this number of bytes
   * @returns undefined if there is none
   */
  explanation(since = 0): string | undefined {
    const text = this.#read(since)
    const line = explainingLine(text)
    const place = line === undefined ? undefined : placeIn(text, this.#directory)
    return place === undefined ? line : `${line} (${place})`
  }

  get #size(): number {
    return this.#file === null ? 0 : fstatSync(this.#file).size
  }

  #trim(): void {
    const size = this.#size
    if (this.#file === null || size <= MAX_SIZE) return
    this.#tail = this.#read(0)
    ftruncateSync(this.#file)
    this.#dropped += size
  }

  #read(since: number): string {
    if (this.#file === null) return this.#tail
    const size = this.#size
    const from = Math.max(0, since - this.#dropped, size - TAIL)
    const bytes = Buffer.alloc(Math.max(0, size - from))
    const text = bytes.toString('utf8', 0, readSync(this.#file, bytes, 0, bytes.length, from))
    return (since < this.#dropped ? this.#tail : '') + text
  }
}
