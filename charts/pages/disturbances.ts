/** What goes together with a slow slice: METHODOLOGY's region on disturbances, from the slices of a published result. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import type { FittedSlice } from '../../shared/result/fit.ts'
import type { Result, Trial } from '../../shared/result/format.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { fitOf } from '../../shared/result/restated.ts'
import { inline, table } from '../text/markdown.ts'

type Slice = Trial['slices'][number]

/** What was seen beside a slice; null where it is not known. What servers differ in by nature is taken of each by itself. */
const MEASURES: { title: string; of: (slice: Slice) => number | null }[] = [
  { title: 'time that the hypervisor took', of: ({ others, seconds }) => others && others.stealSeconds / seconds },
  { title: 'CPU time of other processes', of: ({ others, seconds }) => others && others.foreignSeconds / seconds },
  { title: 'context switches of the server', of: ({ kernel, seconds }) => kernel && kernel.contextSwitches / seconds },
  { title: 'the probe on the server’s CPU', of: ({ probe }) => probe?.server ?? null },
  { title: 'the probe on the generator’s CPU', of: ({ probe }) => probe?.generator ?? null },
]

/** Of the first result in which all of it is known; nothing where there is none. @returns Markdown */
export function disturbanceText(results: readonly Result[]): string {
  const isKnown = ({ trials }: Result['servers'][number]) =>
    trials.some(({ slices }) => slices.some(({ probe }) => probe))
  const result = results.find(({ servers }) => servers.some(isKnown))
  return result ? `The slices of ${inline(`\`${result.scenario}\``)}:\n\n${disturbanceTable(result)}` : ''
}

/**
 * One row a measure: Spearman's rank correlation with requests/s of the slice. Each rate is taken less its server's mean, and
 * once more less its process and its turn, which is what the figures have left of it; measures are taken less the server's median.
 */
export function disturbanceTable(result: Result): string {
  const { slices } = fitOf(result)
  const means = meansBy(slices, (each) => Math.log(rateOf(each.slice)))
  const rows = MEASURES.flatMap(({ title, of }) => {
    const known = slices.flatMap((each) => {
      const value = of(each.slice)
      return value === null ? [] : [{ ...each, value }]
    })
    if (known.length < 3) return []
    const medians = mediansBy(known)
    const values = known.map(({ server, value }) => value - (medians.get(server) as number))
    const rates = known.map(({ server, slice }) => Math.log(rateOf(slice)) - (means.get(server) as number))
    return [
      [
        title,
        String(known.length),
        `${((known.filter(({ value }) => value > 0).length / known.length) * 100).toFixed(0)}%`,
        correlation(values, rates),
        correlation(
          values,
          known.map(({ error }) => error),
        ),
      ],
    ]
  })
  return table(['beside a slice', 'slices', 'above 0', 'with its rate', 'with what the fit leaves of it'], rows, [
    'left',
    'right',
    'right',
    'right',
    'right',
  ])
}

function correlation(values: number[], others: number[]): string {
  const coefficient = jStat.spearmancoeff(values, others)
  return Number.isFinite(coefficient) ? coefficient.toFixed(2) : ''
}

function meansBy(slices: readonly FittedSlice[], value: (slice: FittedSlice) => number): Map<string, number> {
  const servers = Map.groupBy(slices, ({ server }) => server)
  return new Map([...servers].map(([server, own]) => [server, statistics.mean(own.map(value))]))
}

function mediansBy(known: readonly { server: string; value: number }[]): Map<string, number> {
  const servers = Map.groupBy(known, ({ server }) => server)
  return new Map([...servers].map(([server, own]) => [server, statistics.median(own.map(({ value }) => value))]))
}
