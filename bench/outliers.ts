/** Trials unlike their server's others: labelled, and never dropped. */
import * as statistics from 'simple-statistics'
import type { Trial } from './result.ts'

/** Fewer values than that have no quartiles to speak of. */
const LEAST = 5
/** How many interquartile ranges beyond the quartiles a value is far out. */
const FENCE = 3

/**
 * Indices of the values beyond the outer fences: more than three interquartile ranges away from the quartiles.
 * Source: J. W. Tukey, "Exploratory Data Analysis", 1977, chapter 2.
 */
export function farOut(values: readonly number[]): number[] {
  if (values.length < LEAST) return []
  const [low = 0, high = 0] = statistics.quantile([...values], [0.25, 0.75]) as number[]
  const reach = FENCE * (high - low)
  return values.flatMap((value, index) => (value < low - reach || value > high + reach ? [index] : []))
}

/** Marks the trials whose rate is unlike those of the other rounds; call it once, when there are no more rounds to come. */
export function labelOutliers(trials: readonly Trial[]): void {
  const rates = trials.map(({ requests }) => requests.perSecond.mean)
  for (const index of farOut(rates)) {
    const trial = trials[index] as Trial
    const [rate, median] = [rates[index] ?? 0, statistics.median(rates)].map((value) =>
      Math.round(value).toLocaleString('en-US'),
    )
    trial.verdicts.push({
      kind: 'outlier',
      message: `${rate} requests/s in round ${trial.round}, where the median is ${median}`,
    })
  }
}
