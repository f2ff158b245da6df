/** Calls of one operation, each with an input of its own; the last results are kept, to be looked at afterwards. */
import { getHeapStatistics } from 'node:v8'
import type { BenchedOperation } from './subjects.ts'

type Bench = (input: unknown) => void | Promise<void>

/** Results that are kept: a power of two, and few, as a server keeps none for longer than a request. */
const KEPT = 64

interface Results {
  items: unknown[]
  /** Of all calls since the last look. */
  calls: number
}

/**
 * Code of its own for each operation: a compiler learns of a place what is called there, and in a server it is always the
 * same. A place that all operations shared would call none of them without looking.
 */
const benchOf = (call: BenchedOperation['call'], results: Results, isAsync: boolean): Bench =>
  new Function(
    'call',
    'results',
    `return ${isAsync ? 'async ' : ''}(input) => {
      results.items[results.calls++ & ${KEPT - 1}] = ${isAsync ? 'await ' : ''}call(input)
    }`,
  )(call, results)

export class Calls {
  readonly bench: Bench
  readonly #subject: BenchedOperation
  readonly #results: Results = { items: new Array(KEPT).fill(null), calls: 0 }
  readonly #nextSerial: () => number
  #serials: number[] = []

  /**
   * @param nextSerial gives each number once in a process
   * @param isAsync whether calls give promises
   */
  constructor(subject: BenchedOperation, nextSerial: () => number, isAsync = false) {
    this.#subject = subject
    this.#nextSerial = nextSerial
    this.bench = benchOf(subject.call, this.#results, isAsync)
  }

  /** An input that there has not been yet, or a promise of it. */
  input(): unknown {
    const serial = this.#nextSerial()
    this.#serials.push(serial)
    return this.#subject.input(serial)
  }

  inputs(length: number): Promise<unknown[]> {
    return Promise.all(Array.from({ length }, () => this.input()))
  }

  /** Calls with each of the inputs, one after the other. */
  async callAll(inputs: readonly unknown[]): Promise<void> {
    for (let i = 0; i < inputs.length; i++) {
      const pending = this.bench(inputs[i])
      if (pending) await pending
    }
  }

  /** Inputs that were made since the last look. */
  get made(): number {
    return this.#serials.length
  }

  /** Whether every input has been called with. */
  get isDone(): boolean {
    return this.#results.calls === this.#serials.length
  }

  /** Looks at the last results. @throws of the first that is wrong, or where a call is missing */
  verify(): void {
    const { items, calls } = this.#results
    if (!this.isDone) throw new Error(`${this.#serials.length} inputs, and ${calls} calls`)
    for (let call = Math.max(0, calls - KEPT); call < calls; call++) {
      const flaw = this.#subject.flawOf(items[call & (KEPT - 1)], this.#serials[call] as number)
      if (flaw !== null) throw new Error(flaw)
    }
    // They stay until others take their places: what compilers know of their shapes would be collected with the last of them.
    this.#results.calls = 0
    this.#serials = []
  }
}

/** Calls between two looks at the heap: few, so that no young generation is full before the second one. */
const WEIGHED = 500
/** Looks, of which the median counts. */
const TIMES = 15

declare const Bun: { gc(now: boolean): void } | undefined

/** Collects all garbage; the runner starts every runtime so that it can be asked to. */
export function collectGarbage(): void {
  if (typeof Bun !== 'undefined') Bun.gc(true)
  else (globalThis as unknown as { gc(): void }).gc()
}

/** Bytes a call, as the heap's own statistics tell; null where the runtime tells of no allocation before it collects. */
export async function weighCalls(calls: Calls): Promise<number | null> {
  if (typeof Bun !== 'undefined') return null
  const weights: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const inputs = await calls.inputs(WEIGHED)
    collectGarbage()
    const before = getHeapStatistics().used_heap_size
    await calls.callAll(inputs)
    const after = getHeapStatistics().used_heap_size
    calls.verify()
    weights.push((after - before) / WEIGHED)
  }
  return weights.sort((a, b) => a - b)[TIMES >> 1] as number
}
