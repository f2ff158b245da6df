/** The memory that schemas of validation libraries, and routes of servers, retain. */

import { grouped, plural } from '../basics/text.ts'
import {
  type Contents,
  columnOf,
  estimateOf,
  figureOf,
  type Metric,
  medianValue,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { Processes } from '../probe/protocol.ts'
import { significant } from '../text/numbers.ts'

/** Numbers of schemas, or of routes, after which the heap is read. Figures are the slope between the two, in which constants cancel. */
export const COUNTS = [100, 1_000] as const

const kilobytes = { scale: 1e-3, better: 'lower' } as const satisfies Partial<Metric>

// Of equal comparisons drawn from the stored bytes of all libraries on Node, none in 1,000 differs by more with confidence.
const USED: Metric = { ...kilobytes, id: 'used', title: 'used once, KB', threshold: 0.005 }
const BUILT: Metric = { ...kilobytes, id: 'built', title: 'built, KB' }
const INSTRUCTIONS: Metric = {
  ...kilobytes,
  id: 'instructions',
  title: 'built and used, thousand instructions',
  counted: true,
  threshold: 0.005,
}
const STRING: Metric = { ...kilobytes, id: 'stringBuilt', title: 'string, built, KB' }

export const heap: Probe = {
  name: 'heap',
  title: 'Memory of schemas and routes',
  sentence: 'heap that each schema of a validation library and each route of a server retains',
  about:
    'How much heap each additional schema or route retains after garbage collection, in processes with up to 1,000 of them. A schema is that of the `update-user` object, with four fields, or of a bare string. Figures are for Node.js unless the column says otherwise. Each schema is built, then used once, triggering lazy compilation. Instructions are those of an additional schema, with the library already warm; [Validation in process](../validators/README.md) counts the first schema of a process, and construction alone. Blank: the library uses one schema for all strings, or has schemas for objects only.',
  noun: 'library',
  publish: 'pooled',
  parts: [{ part: 'schema' }, { part: 'route' }],
  protocol: Processes,
  metrics: [
    USED,
    BUILT,
    INSTRUCTIONS,
    STRING,
    { ...kilobytes, id: 'stringUsed', title: 'string, used once, KB' },
  ],
  tables(file) {
    const columns = [USED, BUILT].map(columnOf)
    const elsewhere = [usedOn('bun', 'Bun', file), usedOn('deno', 'Deno', file)]
    return [
      {
        heading: 'Schemas',
        rows: onNode(file, 'schema'),
        columns: [...columns, ...[INSTRUCTIONS, STRING, ...elsewhere].map(columnOf)],
      },
      { heading: 'Routes', rows: rowsIn(file, 'route'), columns },
    ]
  },
  overview: (file) => ({
    rows: rowsIn(file, 'route'),
    columns: [columnOf({ ...USED, title: 'route, KB heap', doc: 'heap.md' })],
  }),
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  charts: (file) => [
    {
      kind: 'dots',
      bars: true,
      name: 'heap',
      what: 'memory per schema',
      verb: 'retains',
      processes: Number(file.protocol.processes),
      subtitle:
        'Lower is better. Heap that the schema of a user retains after parsing one value, on Node.js.',
      rows: onNode(file, 'schema'),
      axis: 'kilobytes per schema',
      headings: ['used once', 'built'],
      figures(row: SubjectRow) {
        const built = significant((medianValue(row, 'built') ?? 0) / 1e3)
        const used = figureOf(row, USED, file) ?? { value: 0 }
        return { ...used, figure: `${retained(row)} KB`, aside: built }
      },
      noun: 'library',
      all: true,
    },
  ],
  notes: () => [
    'Not measured: typia and deepkit, whose schemas are types and so are not built at run time.',
  ],
  conditions: ({ protocol: { processes } }) => [
    `slope from ${COUNTS.map(grouped).join(' to ')} schemas or routes`,
    `medians of ${plural(Number(processes), 'fresh process', 'fresh processes')} each, instructions of one`,
    'all distinct, and checked with valid and invalid values',
  ],
}

const retained = (row: SubjectRow) => significant((medianValue(row, 'used') ?? 0) / 1e3)

const rowsIn = (file: Contents, part: string) =>
  rowsOf(heap, file).filter((row) => row.part === part)
const onNode = (file: Contents, part: string) =>
  rowsIn(file, part).filter(({ runtime }) => runtime === 'node')

/** The same library's schema on another runtime. */
const usedOn = (runtime: string, title: string, file: Contents): Metric => ({
  ...USED,
  id: `used_${runtime}`,
  title: `used once on ${title}, KB`,
  value({ name }) {
    const other = rowsIn(file, 'schema').find((row) => row.name === name && row.runtime === runtime)
    return other ? estimateOf(other, USED) : null
  },
})

/** Names the subjects that retain least and most. */
function finding(file: Contents): string {
  const ranges = ['schema', 'route'].map((part) => {
    const rows = onNode(file, part)
    return [rows.at(0), rows.at(-1)]
      .map((row) => row && `${retained(row)} KB (${row.displayName})`)
      .join(' to ')
  })
  return `On Node.js, the schema of an object with four fields retains ${ranges.join(', and a route ')}.`
}
