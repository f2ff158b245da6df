/** What follows from the rungs of the cost ladder: each step's cost, their sum, and how it meets the whole server. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import {
  COST_MEASURES,
  COST_STEPS,
  type Cost,
  type CostLibrary,
  type CostMeasure,
  type CostStep,
  type Costs,
  FIRST_OWN_RUNG,
} from './cost.ts'
import { CONFIDENCE, type Interval, ratioInterval, unpairedRatioInterval } from './intervals.ts'

/** A mean, or a difference of two; without an interval where there is one process only. */
export interface Estimate extends Partial<Interval> {
  value: number
}

interface StepCost extends Estimate {
  step: CostStep
}

export interface LibraryCost {
  library: CostLibrary
  steps: StepCost[]
  /** Of all steps. */
  sum: number
  /** The whole server that does the same by this library. */
  server: Estimate | null
  /** The last rung, which does all that a server must, over the server: below 1 where the server does more. */
  share: Estimate | null
}

type Ladder = Pick<Cost, 'common' | 'libraries'>

/** Libraries that were measured so, in the order of the file; none where this measure was left out. */
export function libraryCosts({ common, libraries }: Ladder, measure: CostMeasure): LibraryCost[] {
  return libraries.flatMap((library) => {
    const steps = stepsOf(common, library, measure)
    if (!steps) return []
    const { server } = library
    const last = library.rungs.at(-1)?.[measure] ?? []
    const whole = server?.[measure] ?? []
    const ratio = measure === 'microseconds' ? pairedRatio(last, whole) : unpairedRatioInterval(last, whole)
    const share = whole.length === 0 ? null : statistics.mean(last) / statistics.mean(whole)
    return {
      library,
      steps,
      sum: steps.reduce((sum, { value }) => sum + value, 0),
      server: whole.length === 0 ? null : meanOf(whole),
      share: share === null ? null : { value: share, ...(ratio && { low: ratio.low, high: ratio.high }) },
    }
  })
}

/** Null where the library was refused, or was not measured so. */
function stepsOf(common: Cost['common'], library: CostLibrary, measure: CostMeasure): StepCost[] | null {
  const rungs = [...common, ...library.rungs].sort((a, b) => a.rung - b.rung)
  const isWhole = rungs.length === COST_STEPS.length && rungs.every((rung) => rung[measure].length > 0)
  if (library.refusal !== null || !isWhole) return null
  const paired = measure === 'microseconds'
  const last = FIRST_OWN_RUNG - 1
  // What stood beside the library's own rungs.
  const bare = paired && library.anchor.length > 0 ? library.anchor : valuesOf(rungs[last], measure)
  const loaded = valuesOf(library.loaded, measure)
  return COST_STEPS.map((step, index) => {
    const values = valuesOf(rungs[index], measure)
    if (index === 0) {
      const http = meanOf(values)
      return { step, ...(loaded.length > 0 ? sumOf(http, differenceOf(loaded, bare, paired)) : http) }
    }
    if (index !== FIRST_OWN_RUNG) return { step, ...differenceOf(values, valuesOf(rungs[index - 1], measure), paired) }
    return { step, ...differenceOf(values, loaded.length > 0 ? loaded : bare, paired) }
  })
}

/** Of two that do not depend on each other: the halves of their intervals add up as errors do, in squares. */
function sumOf(one: Estimate, other: Estimate): Estimate {
  const value = one.value + other.value
  if (one.low === undefined || other.low === undefined) return { value }
  const { low: a, high: b = a } = one
  const { low: c, high: d = c } = other
  return {
    value,
    low: value - Math.hypot(one.value - a, other.value - c),
    high: value + Math.hypot(b - one.value, d - other.value),
  }
}

function valuesOf(costs: Costs | undefined, measure: CostMeasure): readonly number[] {
  return costs?.[measure] ?? []
}

/** Student's t interval of a mean over processes. */
export function meanOf(values: readonly number[]): Estimate {
  const value = statistics.mean([...values])
  if (values.length < 2) return { value }
  const half = quantile(values.length - 1) * Math.sqrt(statistics.sampleVariance([...values]) / values.length)
  return { value, low: Math.max(0, value - half), high: value + half }
}

/**
 * How much more the first values are than the second ones, with a 95% interval over the processes.
 * @param paired whether values of the same place were measured side by side: the mean of their differences then, with
 * Student's interval. Otherwise the median of the differences of all pairs, with the interval of Mann and Whitney's test
 * (J. L. Hodges, E. L. Lehmann, Annals of Mathematical Statistics 34, 1963): a compiler that settles otherwise in one process
 * of five moves no such median. Fewer than four processes have no interval of 95%.
 */
export function differenceOf(values: readonly number[], others: readonly number[], paired: boolean): Estimate {
  const [n, m] = [values.length, others.length]
  if (paired && n === m) {
    const differences = values.map((each, i) => each - (others[i] as number))
    const value = statistics.mean(differences)
    if (n < 2) return { value }
    const half = quantile(n - 1) * Math.sqrt(statistics.sampleVariance(differences) / n)
    return { value, low: value - half, high: value + half }
  }
  const differences = values.flatMap((each) => others.map((other) => each - other)).sort((a, b) => a - b)
  const value = statistics.medianSorted(differences)
  const z = jStat.normal.inv(1 - (1 - CONFIDENCE) / 2, 0, 1)
  const place = Math.floor((n * m) / 2 - z * Math.sqrt((n * m * (n + m + 1)) / 12))
  const [low, high] = [differences.at(place - 1), differences.at(-place)]
  return place < 1 || low === undefined || high === undefined ? { value } : { value, low, high }
}

function pairedRatio(values: readonly number[], others: readonly number[]): Interval | null {
  if (values.length !== others.length) return unpairedRatioInterval(values, others)
  return ratioInterval(values.map((value, i) => value / (others[i] as number)))
}

function quantile(degreesOfFreedom: number): number {
  return jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, degreesOfFreedom)
}

/** Whether a step can't be told from one that costs nothing. */
export function isNothing({ low, high }: Estimate): boolean {
  return low !== undefined && high !== undefined && low <= 0 && high >= 0
}

/** Of fewer processes intervals are so wide that they take in nothing whatever a step costs. */
const LEAST_PROCESSES = 5

/**
 * Names of libraries whose validation can't be told from none, in all that is given and by every measure that it has: a
 * validator that does its work costs something. Nobody is called out after a few processes, nor by CPU time alone, which is
 * too coarse for a small step.
 */
export function idleValidators(ladders: readonly (Ladder & Pick<Cost, 'processes'>)[]): string[] {
  const measured = ladders
    .filter(({ processes }) => processes >= LEAST_PROCESSES)
    .flatMap((ladder) =>
      COST_MEASURES.flatMap((measure) => libraryCosts(ladder, measure).map((costs) => ({ ...costs, measure }))),
    )
  const validations = measured.flatMap(({ library, steps, measure }) =>
    steps
      .filter(({ step }) => step === 'validate')
      .map(({ low = 1 }) => ({ name: library.library, measure, isIdle: low <= 0 })),
  )
  return [...Map.groupBy(validations, ({ name }) => name)].flatMap(([name, each]) =>
    each.every(({ isIdle }) => isIdle) && each.some(({ measure }) => measure === 'instructions') ? [name] : [],
  )
}
