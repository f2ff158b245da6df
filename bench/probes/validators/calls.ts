/** Calls of one operation, each with its own input. The last results are kept for verification. */
import type { Operation } from './operations.ts'

type Bench = (input: unknown) => void | Promise<void>

/** Limits for calling an operation: seconds of calls, or batches, whichever comes first. */
export interface Stretch {
  seconds: number
  batches: number
  /** Calls between two readings of the clock; as many inputs are alive at a time. */
  batch: number
}

/** Number of results to keep: a power of two, and small, since a server keeps none longer than a request. */
const KEPT = 64

interface Results {
  items: unknown[]
  /** Calls since the last verification. */
  calls: number
}

/** Which calls return promises. Of `some`, each result is examined. */
export type Awaited = 'none' | 'some' | 'all'

const slot = `results.items[results.calls++ & ${KEPT - 1}]`

/** Bodies of a function that calls the operation with its input and keeps the result. */
const BODIES: Record<Awaited, string> = {
  none: `(input) => { ${slot} = call(input) }`,
  all: `async (input) => { ${slot} = await call(input) }`,
  some: `(input) => {
    const result = call(input)
    if (typeof result?.then === 'function')
      return Promise.resolve(result).then((value) => { ${slot} = value })
    ${slot} = result
  }`,
}

/**
 * Generates separate code for each operation: compilers specialize a call site for its callee, and in a server that is always the
 * same one. A call site shared by all operations would be megamorphic.
 */
const benchOf = (call: Operation['call'], results: Results, awaited: Awaited): Bench =>
  new Function('call', 'results', `return ${BODIES[awaited]}`)(call, results)

export class Calls {
  readonly bench: Bench
  readonly #operation: Operation
  readonly #results: Results = { items: new Array(KEPT).fill(null), calls: 0 }
  readonly #nextSerial: () => number
  /** Serial numbers of the inputs made since the last verification. */
  #serials: number[] = []

  /** @param nextSerial returns each number once in a process */
  constructor(operation: Operation, nextSerial: () => number, awaited: Awaited = 'none') {
    this.#operation = operation
    this.#nextSerial = nextSerial
    this.bench = benchOf(operation.call, this.#results, awaited)
  }

  /** Returns a new input, or a promise of one. */
  input(): unknown {
    const serial = this.#nextSerial()
    this.#serials.push(serial)
    return this.#operation.input(serial)
  }

  inputs(length: number): Promise<unknown[]> {
    return Promise.all(Array.from({ length }, () => this.input()))
  }

  /** Calls the operation sequentially with each of the inputs. */
  async callAll(inputs: readonly unknown[]): Promise<void> {
    for (let i = 0; i < inputs.length; i++) {
      const pending = this.bench(inputs[i])
      if (pending) await pending
    }
  }

  /**
   * Returns nanoseconds per call, loop included: the mean of the batches without the two shortest and the two longest. mitata
   * makes batches of inputs before the clock starts.
   * @throws with the first call that throws or returns a wrong result
   */
  async time({ seconds, batches, batch }: Stretch): Promise<number> {
    // Imported after the library, so that shared imports count for the library.
    const { measure } = await import('mitata')
    const next = () => {
      // Called before a batch: the previous one is complete.
      const { length } = this.#serials
      if (length >= batch && length === this.#results.calls) this.verify()
      return this.input()
    }
    const { bench } = this
    const stats = await measure(
      function* () {
        yield { 0: next, bench }
      } as Parameters<typeof measure>[0],
      // Always batches, however long the first call takes.
      {
        min_cpu_time: seconds * 1e9,
        max_samples: batches,
        batch_samples: batch,
        batch_threshold: Infinity,
        warmup_threshold: Infinity,
      },
    )
    this.verify()
    return stats.avg
  }

  /** Verifies the last results. @throws with the first wrong one, or if a call is missing */
  verify(): void {
    const { items, calls } = this.#results
    const { length } = this.#serials
    if (calls !== length) throw new Error(`${length} inputs, and ${calls} calls`)
    for (let call = Math.max(0, calls - KEPT); call < calls; call++) {
      const fault = this.#operation.errorOf(items[call & (KEPT - 1)], this.#serials[call] as number)
      if (fault !== null) throw new Error(fault)
    }
    // The results stay until overwritten: with the last object of a shape, V8 would collect its type feedback.
    this.#results.calls = 0
    this.#serials = []
  }
}

declare const Bun: { gc(now: boolean): void } | undefined

/**
 * Collects what making inputs left in the young generation, and moves the inputs out of it. A full collection would also discard
 * the shapes of objects that are not alive now, and with them the optimized code that knows them. The runner starts every runtime
 * with the flag for it.
 */
export function collectGarbage(): void {
  if (typeof Bun !== 'undefined') Bun.gc(true)
  else
    for (let i = 0; i < 2; i++)
      (globalThis as unknown as { gc(options: object): void }).gc({ type: 'minor' })
}
