/** The memory that schemas of validation libraries, and routes of servers, retain. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Median } from '../../../shared/format/summary-format.ts'
import type { Column } from '../../table/columns.ts'
import { runtimeTitles } from '../../text/conditions.ts'
import { scaled, significant } from '../../text/numbers.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import { COUNTS, type HeapFile, type HeapRow, heapRows, heapStore } from './format.ts'

type File = Unsealed<HeapFile>

const column = (
  title: string,
  of: (row: HeapRow) => Median | null | undefined,
): Column<HeapRow, File> => ({
  ...{ title, better: 'lower' },
  value: (row) => scaled(of(row), 1e-3),
})

const figures = [
  column('used once, KB', ({ used }) => used),
  column('built, KB', ({ built }) => built),
  column('thousand instructions', ({ instructions }) => instructions),
]

export const kilobytes = ({ median }: Median) => significant(median / 1e3)

const onNode = (file: File, part: HeapRow['part']) =>
  heapRows(file).filter((row) => row.runtime === 'node' && row.part === part)

export default instrument<HeapFile, HeapRow>({
  name: 'heap',
  title: 'Memory of schemas and routes',
  sentence: 'bytes that each schema of a validation library, and each route of a server, retains',
  about:
    'What each further schema or route adds to the heap after garbage collection, up to 1,000 in a process. A schema is that of `update-user`, an object of four fields, on Node.js unless the title says otherwise; or that of a bare string. Each is built, then used once, which compiles what a library compiles late. Blank: all strings of the library have one schema, or it has schemas of objects alone.',
  store: heapStore,
  published: (root) => heapStore.pooled({ root }),
  rows: heapRows,
  partOf: ({ part }) => part,
  rowNoun: 'library',
  columns: [{ title: 'of', value: ({ part }) => part }, ...figures],
  tables(file) {
    const all = heapRows(file)
    const elsewhere = (
      title: string,
      runtime: string,
      part: HeapRow['part'],
      when: 'built' | 'used',
    ) =>
      column(
        `${title}, KB`,
        ({ name }) =>
          all.find((row) => row.name === name && row.runtime === runtime && row.part === part)?.[
            when
          ],
      )
    const more = [
      elsewhere('string, built', 'node', 'string', 'built'),
      ...['bun', 'deno'].map((name) =>
        elsewhere(`used once on ${runtimeTitles[name]}`, name, 'user', 'used'),
      ),
    ]
    return [
      { heading: 'Schemas', rows: onNode(file, 'user'), columns: [...figures, ...more] },
      {
        heading: 'Routes',
        rows: all.filter(({ part }) => part === 'route'),
        columns: figures.slice(0, 2),
      },
    ]
  },
  overview: (file) => ({
    rows: heapRows(file).filter(({ part }) => part === 'route'),
    columns: [{ ...column('route, KB heap', ({ used }) => used), doc: 'heap.md' }],
  }),
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  charts: (file) => [chart(file)],
  notes: () => [
    'Not measured: schemas of typia and deepkit are types, which the program itself does not build.',
  ],
  conditions: ({ protocol }) => [
    `slope from ${COUNTS.map(grouped).join(' to ')} schemas or routes`,
    `medians of ${plural(protocol.processes, 'fresh process', 'fresh processes')} of each, instructions of one`,
    'all distinct, and checked with valid and invalid values',
  ],
})

/** The least and the greatest. */
function finding(file: File): string {
  const ranges = (['user', 'route'] as const).map((part) => {
    const rows = onNode(file, part)
    return [rows.at(0), rows.at(-1)]
      .map((row) => row && `${kilobytes(row.used)} KB (${row.displayName})`)
      .join(' to ')
  })
  return `On Node.js a schema of an object with four fields retains from ${ranges.join(', and a route from ')}.`
}

function chart(file: File) {
  return dotChart({
    name: 'heap',
    what: 'memory per schema',
    verb: 'retains',
    processes: file.protocol.processes,
    subtitle:
      'Lower is better. On Node.js: bytes that a schema of a user retains after it has parsed one value.',
    rows: onNode(file, 'user'),
    axis: 'kilobytes per schema',
    headings: ['used once', 'built'],
    figures: ({ used, built }) => ({
      ...scaled(used, 1e-3),
      ...{ value: used.median / 1e3, figure: `${kilobytes(used)} KB`, aside: kilobytes(built) },
    }),
    ...{ noun: 'library', all: true },
  })
}
