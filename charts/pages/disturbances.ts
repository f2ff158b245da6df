/**
 * What goes together with a slow slice: METHODOLOGY's region on disturbances, from the slices of a published result. All that
 * were measured after the warm-up are looked at, those too that were too disturbed to count: an effect would show in them.
 */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { grouped } from '../../shared/basics/text.ts'
import type { FittedSlice } from '../../shared/result/fit.ts'
import type { Result, Trial } from '../../shared/result/format.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { fitOf } from '../../shared/result/restated.ts'
import { measuredSlices } from '../../shared/result/slices.ts'
import { blocks, inline, table } from '../text/markdown.ts'

type Slice = Trial['slices'][number]

interface MeasuredSlice extends FittedSlice {
  /** Whether it was too disturbed to count. */
  isNoisy: boolean
}

/** Share of the rate below which a slice is a slow one. */
const SLOW = 0.1

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
  if (!result) return ''
  const lead = `All slices of ${inline(`\`${result.scenario}\``)} after the warm-up:`
  return blocks(lead, disturbancesOf(result))
}

/**
 * With errors against the level of their process and of their turn, both by the slices that count; of a turn in which none does,
 * against their process alone.
 */
function slicesOf(result: Result): MeasuredSlice[] {
  const { trials, slices } = fitOf(result)
  const levels = new Map(trials.map(({ trial, level }) => [trial, level]))
  const keyOf = ({ round, group }: Trial, { slice }: Slice) => `${round} ${group} ${slice}`
  const turns = new Map(
    slices.map(({ trial, slice, error }) => [
      keyOf(trial, slice),
      Math.log(rateOf(slice)) - (levels.get(trial) as number) - error,
    ]),
  )
  return trials.flatMap(({ server, trial, level }) =>
    measuredSlices(trial).map((slice) => {
      const error = Math.log(rateOf(slice)) - level - (turns.get(keyOf(trial, slice)) ?? 0)
      return { server, trial, slice, error, isNoisy: slice.noise !== null }
    }),
  )
}

/** @returns Markdown: what goes together with slow slices, and how slow the disturbed ones are */
export function disturbancesOf(result: Result): string {
  const slices = slicesOf(result)
  return blocks(disturbanceTable(slices), noiseText(slices))
}

/**
 * One row a measure: Spearman's rank correlation with requests/s of the slice. Each rate is taken less its server's mean, and
 * once more less its process and its turn, which is what the figures have left of it; measures are taken less the server's median.
 */
function disturbanceTable(slices: readonly MeasuredSlice[]): string {
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

/** What those lost that were too disturbed to count. */
function noiseText(slices: readonly MeasuredSlice[]): string {
  const [noisy, quiet] = [true, false].map((is) =>
    slices.filter(({ isNoisy }) => isNoisy === is).map(({ error }) => error),
  ) as [number[], number[]]
  if (noisy.length === 0) return 'None of them was more disturbed than the protocol allows.'
  const number = `${grouped(noisy.length)} of the ${grouped(slices.length)} slices`
  const percent = (share: number) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`
  const middle = (errors: readonly number[]) => percent(Math.expm1(statistics.median([...errors])))
  const slow = (errors: readonly number[]) => {
    const share = errors.filter((error) => error < Math.log(1 - SLOW)).length / errors.length
    return `${(share * 100).toFixed(0)}%`
  }
  return `${number} were more disturbed than the protocol allows, and count only where a trial has no others. Their rates are ${middle(noisy)} off what process and turn let expect, in the median (the quiet ones: ${middle(quiet)}); ${slow(noisy)} are slower than that by more than ${SLOW * 100}% (of the quiet ones: ${slow(quiet)}).`
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
