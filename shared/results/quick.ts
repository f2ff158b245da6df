/** What a quick run measures, and its uncertainty: one for all ratios. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import type { Result, Trial } from '../format/format.ts'
import { CONFIDENCE } from '../stats/intervals.ts'
import { sum } from '../stats/statistics.ts'
import { shareText } from '../text/numbers.ts'

/** The runtimes bare, the frameworks that are compared most, a heavy one, and a validation library. */
export const REPRESENTATIVES =
  'http-node http-bun http-deno fastify hono express koa hapi nest-express valibot'.split(' ')
/** RPC: the first that is installed. */
export const RPC = ['mion', 'trpc']
/** Processes per server. */
export const QUICK_ROUNDS = 2

type Measured = Pick<Result, 'subjects' | 'details'>

/**
 * Describes the uncertainty of a quick run's ratios, and which differ significantly; nothing if it is unknown. It is at least
 * that of published runs: the run's few processes may agree by chance.
 */
export function uncertaintyText(run: Measured, published: readonly Measured[]): string[] {
  const { length: rounds } = run.details.rounds
  const sources = [
    { runs: [run], name: 'the processes of this run' },
    { runs: published, name: 'those of the published runs' },
  ].flatMap(({ runs, name }) => {
    const share = pooledUncertainty(runs, rounds)
    return share === null ? [] : { share, text: `±${shareText(share, 2)} from ${name}` }
  })
  const share = Math.max(0, ...sources.map((source) => source.share))
  if (share === 0) return []
  const larger = sources.length > 1 ? ', the larger of' : ':'
  return [
    `× baseline: ±${shareText(share, 2)} (95%)${larger} ${sources.map(({ text }) => text).join(' and ')}; differences of ${shareText(leastDifference(share), 2)} or more are significant`,
  ]
}

/**
 * Returns the relative half width of the 95% interval of a ratio to the baseline, the same for all servers: Student's t on
 * logarithms, with the variance of a round's ratio pooled over servers and runs.
 * Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6, 1908.
 * @param runs runs with the same variance between rounds
 * @param rounds number of rounds of the ratio
 * @returns null if no server of a run has two rounds beside the baseline
 */
export function pooledUncertainty(runs: readonly Measured[], rounds: number): number | null {
  const samples = runs.flatMap(logRatiosOf).filter(({ length }) => length > 1)
  const degreesOfFreedom = sum(samples, ({ length }) => length - 1)
  if (degreesOfFreedom === 0) return null
  const squares = sum(samples, (ratios) => statistics.sampleVariance(ratios) * (ratios.length - 1))
  const t = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, degreesOfFreedom)
  return Math.expm1(t * Math.sqrt(squares / degreesOfFreedom / rounds))
}

/** Returns, by server, log ratios of its trials to the baseline in the same group. */
function logRatiosOf({ subjects, details: { baseline } }: Measured): number[][] {
  const groupOf = ({ round, evidence }: Trial) => `${round} ${evidence.group}`
  const baselines = subjects.find(({ name }) => name === baseline)?.samples ?? []
  const rates = new Map(baselines.map((trial) => [groupOf(trial), trial.values.requestsPerSecond]))
  return subjects
    .filter(({ name }) => name !== baseline)
    .map(({ samples }) =>
      samples.flatMap((trial) => {
        const rate = rates.get(groupOf(trial))
        return rate === undefined ? [] : [Math.log(trial.values.requestsPerSecond / rate)]
      }),
    )
}

/**
 * Returns the relative difference of two ratios from which on they differ significantly: both have the same variance, and their
 * difference at most twice that.
 */
function leastDifference(uncertainty: number): number {
  return (1 + uncertainty) ** Math.SQRT2 - 1
}
