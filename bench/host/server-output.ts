import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainingLine, placeIn } from './programs.ts'

/** Bytes at the end that an explanation is looked for in. */
const LOOKED_AT = 8_000
/** Bytes that may lie in the file for longer than a look at it. */
const KEPT = 1_000_000
/** Milliseconds between two looks at how much lies there. */
const LOOK = 1_000

/**
 * Both streams in one file that has no name any more. A pipe would have its reader run on the load generator's CPU, and
 * block the server where the reader is late.
 */
export class ServerOutput {
  /** The descriptor that the server is given; null once it is closed. */
  #file: number | null
  readonly #directory: string
  readonly #timer: NodeJS.Timeout
  /** Bytes that were written and no longer lie in the file. */
  #dropped = 0
  /** The end of these. */
  #tail = ''

  /** @param directory of the server's own files: an error is traced to them */
  constructor(directory: string) {
    this.#directory = directory
    const path = join(tmpdir(), `bench-output-${randomUUID()}`)
    // Appended to: what is cut off leaves no hole behind.
    this.#file = openSync(path, 'ax+', 0o600)
    rmSync(path)
    this.#timer = setInterval(() => this.#trim(), LOOK).unref()
  }

  /** The descriptor for both streams of the server. */
  get file(): number | null {
    return this.#file
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#dropped + this.#size
  }

  /** Closes it; how much was written, and what explains an end, stay known. */
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
   * The line that best explains an error, with the place in the server's own files that it comes from.
   * @param since only of what came after so many bytes
   * @returns undefined where there is none
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
    if (this.#file === null || size <= KEPT) return
    this.#tail = this.#read(0)
    ftruncateSync(this.#file)
    this.#dropped += size
  }

  #read(since: number): string {
    if (this.#file === null) return this.#tail
    const size = this.#size
    const from = Math.max(0, since - this.#dropped, size - LOOKED_AT)
    const bytes = Buffer.alloc(Math.max(0, size - from))
    const text = bytes.toString('utf8', 0, readSync(this.#file, bytes, 0, bytes.length, from))
    return (since < this.#dropped ? this.#tail : '') + text
  }
}
