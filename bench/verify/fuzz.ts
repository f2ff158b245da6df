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

/** Cases in flight: neither this process nor the server waits for the other. */
const IN_FLIGHT = 8

/**
 * Sends the plan's cases, several at once, and those that break an invariant once more, each alone. They depend only on the
 * seed and their number.
 * @param process is restarted after a case that ends it
 */
export async function fuzz(
  port: number,
  terms: ContractTerms,
  process: Restartable,
  { inputs, seed }: FuzzPlan,
): Promise<FuzzReport> {
  // Valid calls are drawn from the seed, too, in the order in which the cases before them end.
  const seeded = { ...terms, random: createRandom(seed) }
  const exchange = new InvariantExchange(port, seeded)
  const report: FuzzReport = { inputs: 0, skipped: 0, finding: null }
  const found = new Map<number, Finding>()
  const check = async (item: FuzzCase, index: number) => {
    const breach = await exchange.check(item)
    if (!breach || isKnown(seeded, item.traits, breach)) report.inputs++
    else found.set(index, findingOf(item, breach, process))
  }
  const inFlight = new Set<Promise<unknown>>()
  let count = 0
  const property = fc.asyncProperty(fuzzCase(seeded.scenario, seeded.wire), async (item) => {
    const index = count++
    if (isHarmful(seeded, item)) {
      report.skipped++
      return true
    }
    const checked: Promise<unknown> = check(item, index).then(() => inFlight.delete(checked))
    inFlight.add(checked)
    if (inFlight.size === IN_FLIGHT) await Promise.race(inFlight)
    return found.size === 0
  })
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: inputs,
    seed,
    endOnFailure: true,
  })
  if (failed && found.size === 0) throw errorInstance
  await Promise.all(inFlight)
  if (found.size > 0) report.finding = await shrunk(found, port, seeded, process, seed)
  return report
}

/**
 * Checks found cases again, one after the other.
 * @returns the first that fails, as its minimal case; the first found if they fail only while others are in flight
 */
async function shrunk(
  found: ReadonlyMap<number, Finding>,
  port: number,
  terms: ContractTerms,
  process: Restartable,
  seed: number,
): Promise<Finding | null> {
  let exchange = new InvariantExchange(port, terms)
  const restart = async () => {
    exchange = new InvariantExchange(await process.restart(), terms)
  }
  if (found.values().some(({ breach }) => !breach.responded)) await restart()
  let finding: Finding | null = null
  let end = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(fuzzCase(terms.scenario, terms.wire), async (item) => {
    if (performance.now() > end || isHarmful(terms, item)) return true
    const breach = await exchange.check(item)
    if (!breach || isKnown(terms, item.traits, breach)) return true
    if (!finding) end = performance.now() + SHRINKING
    finding = findingOf(item, breach, process)
    if (!breach.responded) await restart()
    return false
  })
  for (const index of [...found.keys()].sort((a, b) => a - b)) {
    await fc.check(property, { numRuns: 1, seed, path: String(index) })
    if (finding) return finding
  }
  return found.values().next().value ?? null
}

function findingOf(item: FuzzCase, breach: Breach, process: Restartable): Finding {
  const got = breach.does === 'crashes' ? process.withOutput(breach.got) : breach.got
  return { item, breach: { ...breach, got } }
}

/** Returns whether a known deviation of the case would end or block the server, or spoil the requests behind it. */
function isHarmful({ knownDeviations }: ContractTerms, { traits, sends }: FuzzCase): boolean {
  return knownDeviations.some(
    ({ case: id, does }) =>
      traits.includes(id) && (does === 'crashes' || does === 'hangs' || sends.length > 1),
  )
}
