/** Costs of work-arounds: of all that servers do for the contract's sake alone, beyond what their frameworks document. */
import { grouped, plural } from '../basics/text.ts'
import {
  type Contents,
  type Metric,
  medianValue,
  type Probe,
  type StoredMeasurement,
  type SubjectRow,
} from '../probe/probe.ts'
import { medianOf } from '../stats/statistics.ts'
import { COST, INSTRUCTIONS, ofVariants, partOf, percentMore, signed } from './variants.ts'

const COUNT = {
  better: 'lower',
  format: (count) => grouped(Math.round(count)),
} as const satisfies Partial<Metric>

export const workarounds: Probe = {
  ...ofVariants,
  name: 'workarounds',
  title: 'Work-arounds',
  sentence: 'the extra code that some servers need to meet the contract, and what it costs',
  about:
    'Some servers need code beyond their framework’s documentation only to meet the contract. Its cost is in instructions per valid `update-user` request, relative to the same server without it. ± is half of a 95% interval over processes; brackets have its ends. A cost below zero means that the documented code is slower than ours.',
  metrics: [
    {
      id: 'id',
      title: 'work-around',
      on: ['terminal', 'data'],
      value: ({ part }) => part,
    },
    { id: 'why', title: 'work-around', on: ['page'], estimate: 'first' },
    { ...COST, value: (row, file) => costOf(row, file) ?? 'not measured' },
    {
      ...COUNT,
      id: 'with',
      title: 'instructions with it',
      value: (row, file) =>
        costOf(row, file) ? medianValue(partOf(file, row, ''), INSTRUCTIONS) : null,
    },
    {
      ...COUNT,
      id: INSTRUCTIONS,
      title: 'without',
      value: (row, file) => (costOf(row, file) ? medianValue(row, INSTRUCTIONS) : null),
    },
  ],
  rows,
  lead: finding,
}

/** Returns the cost of the server as it is, relative to the one without the work-around. */
const costOf = (row: SubjectRow, file: Contents) => percentMore(partOf(file, row, ''), row)

/** Returns the most costly first. */
function rows(file: Contents): SubjectRow[] {
  const cost = (row: SubjectRow) => costOf(row, file)?.value ?? Number.NEGATIVE_INFINITY
  return file.subjects
    .filter(({ part, disqualified }) => part !== '' && disqualified === null)
    .filter((row) => partOf(file, row, '')?.disqualified === null)
    .sort((a, b) => cost(b) - cost(a))
}

function finding(stored: readonly StoredMeasurement[]): string {
  const costs = stored
    .flatMap(({ file }) =>
      rows(file).flatMap((row) => {
        const cost = costOf(row, file)
        return cost ? [{ displayName: row.displayName, cost: cost.value }] : []
      }),
    )
    .sort((a, b) => a.cost - b.cost)
  if (costs.length === 0) return ''
  const range = [...new Set([costs.at(0), costs.at(-1)])].map(
    (end) =>
      end &&
      `${signed(end.cost)} (${end.displayName}${end.cost < 0 ? ': the documented code is slower' : ''})`,
  )
  const median = medianOf(costs.map(({ cost }) => cost))
  return `**The cost of ${plural(costs.length, 'work-around')} ${range.length > 1 ? 'ranges from' : 'is'} ${range.join(' to ')} instructions per request; the median is ${signed(median)}.**`
}
