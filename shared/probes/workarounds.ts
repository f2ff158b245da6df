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
  underLoad: true,
  title: 'Work-arounds',
  sentence: 'what servers do only to pass the contract, and what it costs',
  about:
    'What a server does on each valid request only to pass the contract, beyond what its framework’s documentation shows, and what it costs: instructions per request in `update-user`, against the same server without it. ± is half of a 95% interval over processes; brackets have its ends. Below zero, what the framework documents is slower than what is measured here.',
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
    .sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost))
  const [largest] = costs
  if (!largest) return ''
  const opposite = costs.find(({ cost }) => Math.sign(cost) === -Math.sign(largest.cost))
  const note = ({ displayName, cost }: typeof largest) =>
    `(${displayName}${cost < 0 ? ': the documented code is slower' : ''})`
  const other = opposite
    ? `; in the other direction, it is ${signed(opposite.cost)} ${note(opposite)}`
    : ''
  const median = medianOf(costs.map(({ cost }) => cost))
  return `**Of ${plural(costs.length, 'work-around')}, the largest effect is ${signed(largest.cost)} instructions per request ${note(largest)}${other}. The median is ${signed(median)}.**`
}
