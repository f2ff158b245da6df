/** The file in which the plugin counts, as this process reads it. */
import { closeSync, openSync, readSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from '../../shared/stats/statistics.ts'
import { scratch } from '../processes/scratch.ts'

/** The plugin's layout: slots of 64 bytes, each with instructions and thread id. */
const SLOTS = 512
const SLOT_BYTES = 64
/** Then three numbers for each block of code: its address, its instructions, and how often it was executed. */
export const BLOCK_NUMBERS = 3
const BLOCK_BYTES = BLOCK_NUMBERS * Float64Array.BYTES_PER_ELEMENT
/** Most blocks, of which a server has less than a tenth. */
const BLOCKS = 1_000_000
/** Blocks that are read at a time. */
const CHUNK = 50_000

/** Instructions executed in an interval. */
export interface Executed {
  /** By the first thread, which runs the JavaScript. */
  javascript: number
  /** By all other threads. */
  others: number
}

interface Slot {
  instructions: number
  thread: number
}

/** It lasts until it is disposed of, at most as long as this process. */
export class CountsFile {
  readonly #directory = scratch('bench-counts-')
  readonly #path = join(this.#directory.path, 'counts')
  readonly #blocks: number

  /** @param hasBlocks whether the first thread's instructions are also counted by block of code */
  constructor(hasBlocks = false) {
    this.#blocks = hasBlocks ? BLOCKS : 0
    writeFileSync(this.#path, '')
    truncateSync(this.#path, SLOTS * SLOT_BYTES + this.#blocks * BLOCK_BYTES)
  }

  /** Arguments of the plugin. */
  get arguments(): string {
    return `counts=${this.#path}${this.#blocks > 0 ? `,blocks=${this.#blocks}` : ''}`
  }

  read(): Slot[] {
    const bytes = this.#bytes(0, SLOTS * SLOT_BYTES)
    const slots = Array.from({ length: SLOTS }, (_, slot) => ({
      instructions: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES)),
      thread: Number(bytes.readBigUInt64LE(slot * SLOT_BYTES + 8)),
    }))
    return slots.filter(({ instructions }) => instructions > 0)
  }

  /** Sums the counts of the first thread, whose id is the pid, and of all others. */
  executed(pid: number): Executed {
    const counts = this.read()
    const first = counts.filter(({ thread }) => thread === pid)
    const javascript = sum(first, ({ instructions }) => instructions)
    return { javascript, others: sum(counts, ({ instructions }) => instructions) - javascript }
  }

  /** Returns the numbers of all blocks up to now, in their order; zeros follow. */
  blocks(): Float64Array {
    const chunks: Buffer[] = []
    let last = 1
    for (let place = 0; last > 0 && place < this.#blocks; place += CHUNK) {
      const chunk = this.#bytes(SLOTS * SLOT_BYTES + place * BLOCK_BYTES, CHUNK * BLOCK_BYTES)
      last = chunk.readDoubleLE(chunk.length - BLOCK_BYTES)
      chunks.push(chunk)
    }
    return new Float64Array(new Uint8Array(Buffer.concat(chunks)).buffer)
  }

  #bytes(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    const file = openSync(this.#path, 'r')
    try {
      readSync(file, bytes, { position })
    } finally {
      closeSync(file)
    }
    return bytes
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]()
  }
}
