/** Fuzzes a server: sends arbitrary cases, checks the four invariants, and shrinks the first breach to a minimal case. */
import * as fc from 'fast-check'
import { createRandom } from '../../../shared/basics/random.ts'
import { anyValid, right } from '../../../shared/scenarios/invariants/invariant-case.ts'
import type { ContractTerms } from '../exchange.ts'
import { type Breach, InvariantExchange } from '../invariant-exchange.ts'
import { isKnown, type Restartable } from '../invariants.ts'
import { type FuzzCase, fuzzCase } from './fuzz-case.ts'

export interface FuzzPlan {
  /** Cases to send. */
  inputs: number
  seed: number
  /** Milliseconds until a missing response is a hang. */
  timeout?: number
}

export interface FuzzReport {
  /** Cases without a breach, known deviations included. */
  inputs: number
  /** Cases skipped because a known deviation would end the server or spoil other requests. */
  skipped: number
  /** The minimal case of a violation. */
  finding: Finding | null
}

interface Finding {
  item: FuzzCase
  breach: Breach
}

/** Concurrent cases. */
const WORKERS = 6
/** Milliseconds for shrinking. */
const SHRINKING = 30_000

/**
 * Sends the plan's cases. They depend only on the seed and their number.
 * @param process is restarted after a case that ends it
 */
export async function fuzz(
  port: number,
  terms: ContractTerms,
  process: Restartable,
  plan: FuzzPlan,
): Promise<FuzzReport> {
  const run = new FuzzRun(port, terms, process, plan)
  const suspects = await run.sendAll()
  return { ...run.report, finding: suspects.length > 0 ? await run.shrink(suspects) : null }
}

/** A case that violated an invariant; `index` is its place among all cases. */
interface Suspect extends Finding {
  index: number
}

class FuzzRun {
  readonly report: Omit<FuzzReport, 'finding'> = { inputs: 0, skipped: 0 }
  readonly #terms: ContractTerms
  readonly #process: Restartable
  readonly #plan: FuzzPlan
  readonly #cases: fc.Arbitrary<FuzzCase>
  #exchange: InvariantExchange

  constructor(port: number, terms: ContractTerms, process: Restartable, plan: FuzzPlan) {
    // The valid calls in between depend only on the seed, too.
    this.#terms = { ...terms, random: createRandom(plan.seed) }
    this.#process = process
    this.#plan = plan
    this.#cases = fuzzCase(terms.scenario, terms.wire)
    this.#exchange = this.#exchangeOn(port)
  }

  #exchangeOn(port: number): InvariantExchange {
    return new InvariantExchange(port, this.#terms, this.#plan.timeout)
  }

  /** @returns cases that violated an invariant before all workers had stopped */
  async sendAll(): Promise<Suspect[]> {
    const { inputs, seed } = this.#plan
    const items = fc.sample(this.#cases, { numRuns: inputs, seed }).entries()
    const suspects: Suspect[] = []
    const work = async () => {
      const line = this.#exchange.line()
      for (const [index, item] of items) {
        if (suspects.length > 0) break
        if (this.#isHarmful(item)) {
          this.report.skipped++
          continue
        }
        const breach = await this.#exchange.putOn(line, item, this.#next())
        if (breach) line.close()
        if (breach && !isKnown(this.#terms, item.traits, breach)) suspects.push({ index, item, breach })
        else this.report.inputs++
      }
      line.close()
    }
    // The workers share one iterator.
    await Promise.all(Array.from({ length: WORKERS }, work))
    return suspects
  }

  #next() {
    return right(anyValid(this.#terms.scenario, this.#terms.random))
  }

  /** Returns whether a known deviation of the case would end or block the server, or spoil concurrent requests. */
  #isHarmful({ traits, sends }: FuzzCase): boolean {
    return this.#terms.knownDeviations.some(
      ({ case: id, does }) => traits.includes(id) && (does === 'crashes' || does === 'hangs' || sends.length > 1),
    )
  }

  /** Shrinks the first suspect that also violates an invariant on its own. */
  async shrink(suspects: readonly Suspect[]): Promise<Finding> {
    const { seed } = this.#plan
    let smallest: Finding | null = null
    const property = fc.asyncProperty(this.#cases, async (item) => {
      if (this.#isHarmful(item)) return true
      const finding = await this.#breaksAlone(item)
      if (finding) smallest = finding
      return finding === null
    })
    for (const { index } of suspects.toSorted((a, b) => a.index - b.index)) {
      await this.#revive()
      await fc.check(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: SHRINKING })
      if (smallest) return smallest
    }
    const [{ item, breach }] = suspects as [Suspect]
    return { item, breach: { ...breach, got: `${breach.got} (once, under concurrent load, and not when sent alone)` } }
  }

  async #breaksAlone(item: FuzzCase): Promise<Finding | null> {
    const breach = (await this.#exchange.put(item, this.#next())) ?? (await this.#exchange.putAfter(this.#next()))
    if (!breach || isKnown(this.#terms, item.traits, breach)) return null
    const got = breach.does === 'crashes' ? this.#process.withOutput(breach.got) : breach.got
    if (!breach.answered) await this.#revive()
    return { item, breach: { ...breach, got } }
  }

  async #revive(): Promise<void> {
    this.#exchange = this.#exchangeOn(await this.#process.restart())
  }
}
