/**
 * Servers that are counted beside variants of themselves, such as without a work-around. A variant is a part of its server; the
 * part '' is the server as it is.
 */

import { plural } from '../basics/text.ts'
import { count } from '../format/fields.ts'
import type { Subject } from '../format/measurement.ts'
import { type Contents, type Metric, type Probe, valuesOf } from '../probe/probe.ts'
import { Counter, Drawn } from '../probe/protocol.ts'
import type { Estimate } from '../stats/estimate.ts'
import { medianDifference } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'
import { significant } from '../text/numbers.ts'

export const INSTRUCTIONS = 'instructions'

/** Common to both probes. Counts include the operating system's C library. */
export const ofVariants = {
  publish: 'pooled',
  mixesProcesses: true,
  kindOf: ({ environment }) => environment.os,
  protocol: Drawn.extend({
    counter: Counter,
    requests: count,
    shortestWarmUp: count,
    longestWarmUp: count,
  }),
  heading: ({ subjects, environment }) =>
    `${plural(new Set(subjects.map(({ name }) => name)).size, 'server')} on ${environment.os}`,
  conditions: countingConditions,
} as const satisfies Partial<Probe>

/** A cost relative to a variant, with its sign. */
export const COST: Metric = {
  id: 'cost',
  title: 'cost, %',
  better: 'lower',
  interval: 'absolute',
  format: (value) => value.toFixed(1),
}

export const signed = (percent: number) =>
  `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`

/** Returns a part of the same server. */
export const partOf = (
  { subjects }: Contents,
  { name, runtime }: Pick<Subject, 'name' | 'runtime'>,
  part: string,
): Subject | undefined =>
  subjects.find((each) => each.name === name && each.runtime === runtime && each.part === part)

/**
 * Returns the percentage by which instructions rise, below zero where they fall: the ratio of the medians of processes, with the
 * interval of `medianDifference`, whose own estimate is another. Null where one of both was not counted.
 */
export function percentMore(subject?: Subject, reference?: Subject): Estimate | null {
  const [counts = [], others = []] = [subject, reference].map(
    (subject) => subject && valuesOf(subject, INSTRUCTIONS),
  )
  if (counts.length === 0 || others.length === 0) return null
  const { low, high } = medianDifference(counts.map(Math.log), others.map(Math.log))
  const percent = (difference: number) => 100 * Math.expm1(difference)
  const value = 100 * (medianOf(counts) / medianOf(others) - 1)
  return {
    value,
    low: low && Math.min(value, percent(low)),
    high: high && Math.max(value, percent(high)),
  }
}

function countingConditions({ protocol, subjects }: Contents): string[] {
  const { counter, requests, shortestWarmUp, longestWarmUp, seed } = protocol
  if (counter === null) return ['observed only: no instructions were counted']
  // Files of several numbers of processes are published together.
  const processes = subjects
    .map((subject) => valuesOf(subject, INSTRUCTIONS).length)
    .filter((length) => length > 0)
  const [fewest, most] = [Math.min(...processes), Math.max(...processes)]
  const [less, more] = [shortestWarmUp, longestWarmUp].map((each) => significant(Number(each), 3))
  return [
    `counted by ${counter}`,
    `${fewest < most ? `${fewest} to ` : ''}${plural(most, 'process', 'processes')} each × ${significant(Number(requests), 3)} requests, one at a time`,
    `after ${less === more ? '' : `${less} to `}${more} warm-up requests with eager compilers`,
    'nextTick map pinned',
    `seed ${seed}`,
  ]
}
