/** Fuzzes a server: sends arbitrary cases, checks the four invariants, and shrinks the first breach to a minimal case. */
import * as fc from 'fast-check'
import { createRandom } from '../../shared/basics/random.ts'
import type { ContractTerms } from './exchange.ts'
import { type FuzzCase, fuzzCase } from './fuzz-case.ts'
import { type Breach, InvariantExchange } from './invariant-exchange.ts'
import { isKnown, type Restartable } from './invariants.ts'

export interface FuzzPlan {
  /** Cases to send. */
  inputs: number
  seed: number
}

export interface FuzzReport {
  /** Cases without a breach, known deviations included. */
  inputs: number
  /** Cases skipped because a known deviation would end or block the server. */
  skipped: number
  /** The minimal case of a violation. */
  finding: Finding | null
}

interface Finding {
  item: FuzzCase
  breach: Breach
}

/** Milliseconds for shrinking. */
const SHRINKING = 30_000

/**
 * Sends the plan's cases, one after the other. They depend only on the seed and their number.
 * @param process is restarted after a case that ends it
 */
export async function fuzz(
  port: number,
  terms: ContractTerms,
  process: Restartable,
  { inputs, seed }: FuzzPlan,
): Promise<FuzzReport> {
  // The valid calls in between depend only on the seed, too.
  const seeded = { ...terms, random: createRandom(seed) }
  const report: FuzzReport = { inputs: 0, skipped: 0, finding: null }
  let exchange = new InvariantExchange(port, seeded)
  let end = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(fuzzCase(seeded.scenario, seeded.wire), async (item) => {
    if (performance.now() > end) return true
    if (isHarmful(seeded, item)) {
      report.skipped++
      return true
    }
    const breach = await exchange.check(item)
    if (!breach || isKnown(seeded, item.traits, breach)) {
      report.inputs++
      return true
    }
    const got = breach.does === 'crashes' ? process.withOutput(breach.got) : breach.got
    if (!breach.responded) exchange = new InvariantExchange(await process.restart(), seeded)
    if (!report.finding) end = performance.now() + SHRINKING
    report.finding = { item, breach: { ...breach, got } }
    return false
  })
  await fc.check(property, { numRuns: inputs, seed })
  return report
}

/** Returns whether a known deviation of the case would end or block the server, or spoil the requests behind it. */
function isHarmful({ knownDeviations }: ContractTerms, { traits, sends }: FuzzCase): boolean {
  return knownDeviations.some(
    ({ case: id, does }) =>
      traits.includes(id) && (does === 'crashes' || does === 'hangs' || sends.length > 1),
  )
}
