/** Schemas from their construction on: instructions of the first one of a process and of further ones. */
import type { LineChart } from '../../probe/chart.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  medianValue,
  type SubjectRow,
  type Table,
  valuesOf,
} from '../../probe/probe.ts'

/** Calls up to which instructions are summed. */
export const MARKS = [1, 10, 100, 1_000, 10_000, 30_000] as const

/** Schemas that are built after the first one, and used once. */
export const FURTHER = 100

export const callsId = (calls: number) => `calls_${calls}`

/** Parts: with code that libraries generate, and without. */
export const PARTS = [
  {
    part: 'construction',
    heading: 'Construction, first call and steady state, in instructions',
    chart: 'construction',
    where: '',
  },
  {
    part: 'without code generation',
    heading: 'The same without code generation, as a stand-in for Workers',
    chart: 'construction-interpreted',
    where: ', without code generation',
  },
] as const

const thousands = { scale: 1e-3, better: 'lower', counted: true } as const

export const CONSTRUCTION: readonly Metric[] = [
  { ...thousands, id: 'construction', title: 'first schema, thousand' },
  { ...thousands, id: callsId(1), title: 'its first call, thousand' },
  { ...thousands, id: 'furtherConstruction', title: 'a further schema, thousand' },
  { ...thousands, id: 'furtherFirst', title: 'its first call, thousand' },
  { better: 'lower', counted: true, id: 'steady', title: 'a call once warm' },
]

export const isOfConstruction = ({ part }: Pick<SubjectRow, 'part'>) =>
  PARTS.some((each) => each.part === part)

/** Returns the libraries of a part, the least total after one call first. */
function rowsIn({ subjects }: Contents, part: string): SubjectRow[] {
  return subjects
    .filter((row) => row.part === part && valuesOf(row, 'steady').length > 0)
    .sort((a, b) => totalAt(a, 1) - totalAt(b, 1))
}

/** Says what the schemas are, and which libraries do not work without code generation. */
export function constructionNotes({ subjects }: Contents): string[] {
  if (!subjects.some(isOfConstruction)) return []
  const names = subjects
    .filter(({ samples }) => samples.some(({ values }) => values.steady === null))
    .map(({ displayName }) => displayName)
  return [
    `first schema: the first in a process, while the library's own code is cold; further schema: mean of the next ${FURTHER}`,
    'without code generation: Node.js with --disallow-code-generation-from-strings, as a stand-in for Cloudflare Workers after startup',
    ...(names.length > 0 ? [`do not work without code generation: ${names.join(', ')}`] : []),
  ]
}

/** Returns instructions of the first schema and its calls. */
const totalAt = (row: SubjectRow, mark: (typeof MARKS)[number]) =>
  (medianValue(row, 'construction') ?? 0) + (medianValue(row, callsId(mark)) ?? 0)

/**
 * Returns the call from which on a schema has cost less in total than another; null if it never does. Between two marks the
 * difference is taken for linear, and after the last one both go on as at the end.
 */
export function repaidAt(row: SubjectRow, other: SubjectRow): number | null {
  let [before, last] = [0, 0]
  for (const mark of MARKS) {
    const excess = totalAt(row, mark) - totalAt(other, mark)
    if (excess <= 0)
      return before > 0 ? Math.ceil(last + ((mark - last) * before) / (before - excess)) : mark
    ;[before, last] = [excess, mark]
  }
  const gain = (medianValue(other, 'steady') ?? 0) - (medianValue(row, 'steady') ?? 0)
  return gain > 0 ? Math.ceil(last + before / gain) : null
}

/** Returns a table per part, with the calls after which each library has repaid what it costs more than the cheapest to start. */
export function constructionTables(file: Contents): Table[] {
  return PARTS.map(({ part, heading }) => {
    const rows = rowsIn(file, part)
    const [cheapest] = rows
    const repaid: Metric = {
      id: 'repaid',
      title: `calls until cheaper than ${cheapest?.displayName}`,
      key: 'repaid',
      digits: 2,
      value: (row) => (!cheapest || row === cheapest ? null : (repaidAt(row, cheapest) ?? 'never')),
    }
    return { heading, rows, columns: [...CONSTRUCTION, repaid].map(columnOf) }
  })
}

/** Returns a chart per part, with a line per library. */
export function costCharts(file: Contents): LineChart<SubjectRow>[] {
  return PARTS.map(({ part, chart, where }) => ({
    kind: 'lines',
    name: chart,
    what: 'total cost',
    title: `Total cost of a schema, by number of calls${where}`,
    subtitle: 'Lower is better. Construction plus all calls so far, on Node.js.',
    processes: 1,
    points: rowsIn(file, part).flatMap((row) =>
      MARKS.map((mark) => ({ row, at: mark, value: totalAt(row, mark) / 1e6 })),
    ),
    axes: ['calls', 'million instructions'],
  }))
}
