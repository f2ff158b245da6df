/** Cost of validation libraries in process, without HTTP: time and instructions per call, and cold start. */

import { listed } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column, Row } from '../../../shared/probes/column.ts'
import { isUnranked } from '../../../shared/results/caveats.ts'
import { compareFigures, leadersOf } from '../../../shared/stats/claims.ts'
import type { Estimate } from '../../../shared/stats/estimate.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { dotDrawing } from '../../draw/dots.ts'
import { renderSvg } from '../../draw/frame.ts'
import type { ThemeName } from '../../draw/theme.ts'
import { runtimeTitles } from '../../text/conditions.ts'
import { withAccepted } from '../accepted.ts'
import { instrument } from '../instrument.ts'
import { OPERATIONS, type OperationId, type Validators, validatorsStore } from './format.ts'
import { type OperationSummary, type Summarized, summarized } from './summary.ts'

type File = Unsealed<Validators>
type LibraryRow = Summarized & Row
type LibraryColumn = Column<LibraryRow, File>

const titleOf = (operation: OperationId) =>
  operation.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)

function perOperation(
  unit: 'ns' | 'instructions',
  value: (summary: OperationSummary) => ReturnType<LibraryColumn['value']>,
  column: Partial<LibraryColumn> = {},
): LibraryColumn[] {
  return OPERATIONS.map((operation) => ({
    ...{
      title: titleOf(operation),
      key: `${operation}_${unit}`,
      better: 'lower',
      interval: 'percent',
      ...column,
    },
    value({ summary }) {
      const own = summary.operations[operation]
      return own ? value(own) : null
    },
    marks: ({ summary }) =>
      unit === 'instructions' && summary.operations[operation]?.settled === false
        ? '(unsettled)'
        : '',
  }))
}

const runtime: LibraryColumn = {
  title: 'on',
  value: (row) => runtimeTitles[row.runtime] ?? row.runtime,
}
const times: LibraryColumn[] = [
  { title: 'version', on: ['page'], value: ({ version }) => version },
  { title: 'how', value: ({ validation }) => validation.how },
  ...perOperation('ns', ({ nanoseconds }) => nanoseconds, { format: nanosecondsText }),
]
const counts = perOperation('instructions', ({ instructions }) => instructions)
const coldStart: LibraryColumn[] = [
  {
    title: 'import, ms',
    better: 'lower',
    interval: 'percent',
    value: ({ summary }) => summary.importMilliseconds,
  },
  {
    title: 'first call of validate, µs',
    ...{ key: 'first_call_us', better: 'lower', interval: 'percent' },
    value: ({ summary }) => summary.firstCallMicroseconds,
  },
]

export default instrument<Validators, LibraryRow>({
  name: 'validators',
  title: 'Validation in process',
  sentence: 'validation libraries without HTTP, by operation and runtime, and the first call',
  about:
    'Cost of validation libraries without HTTP, with the model of `update-user` and a new input for each call. `validate` checks a valid, parsed JSON value without converting it. `first error` and `all errors` report errors of values with two wrong fields; blank if a library has only the other mode. `parse` validates a valid value and converts it to a user with a `Date`. `stringify` writes the user’s JSON, with the library’s own serializer if it has one. ± is half of a 95% interval over fresh processes.',
  store: validatorsStore,
  rows,
  rowNoun: 'library',
  columns: [...times, ...counts, ...coldStart],
  tables: (file) => [
    {
      ...{ heading: 'Nanoseconds per call, and the cold start', rows: rows(file) },
      columns: [runtime, ...times, ...coldStart],
    },
    {
      heading: 'Instructions per call, of the JavaScript thread',
      rows: rows(file).filter(({ counted }) => counted.length > 0),
      columns: [runtime, ...counts],
    },
  ],
  heading: () => 'A user, in process',
  charts: (file) => [parseChart(file)],
  notes: remarks,
  conditions,
  overview: (file) => ({
    rows: rows(file),
    columns: [
      {
        ...{ title: 'parse, ns', better: 'lower', interval: 'percent', doc: 'validators.md' },
        value: ({ summary }) => summary.operations.parse?.nanoseconds ?? null,
      },
    ],
  }),
  regions(stored, published) {
    const newest = stored.at(-1)
    const marked = newest && withAccepted(newest.file, published).file
    return { 'fastest-validators': marked ? fastestText(parsingRows(marked)) : '' }
  },
})

/** Returns rows by library, the fastest `parse` on Node.js first, and of each library Node.js first. */
function rows(file: File): LibraryRow[] {
  const fastestFirst = summarized(file)
  const onNode = fastestFirst.filter(({ runtime }) => runtime === 'node')
  const names = new Set([...onNode, ...fastestFirst].map(({ name }) => name))
  const place = ({ runtime }: LibraryRow) => Object.keys(runtimeTitles).indexOf(runtime)
  return [...names].flatMap((name) =>
    fastestFirst.filter((row) => row.name === name).toSorted((a, b) => place(a) - place(b)),
  )
}

/** Rounds to three digits and whole nanoseconds: fractions are below the variance of the loop. */
function nanosecondsText(value: number): string {
  return value < 1 ? '< 1' : value < 100 ? value.toFixed(0) : significant(value)
}

/** Shows a row per library, with a point per runtime. */
function parseChart(file: File) {
  const parsing = parsingRows(file)
  const timeOn = (runtime: string, { name }: Row) => {
    const own = parsing.find((row) => row.runtime === runtime && row.name === name)
    return own ? nanosecondsText(own.time.value) : ''
  }
  const drawing = dotDrawing({
    kind: 'dots',
    name: 'parse',
    what: 'parse time on Node.js',
    processes: file.protocol.processes,
    title: `Fastest to parse a user on Node.js: ${fastestText(parsing)}`,
    subtitle: `Lower is better. In process: validation and the making of a user with its Date. Means of ${file.protocol.processes} processes, and 95% intervals.`,
    rows: parsing.filter(({ runtime }) => runtime === 'node'),
    points: parsing.map((row) => ({ ...row.time, row })),
    axis: 'nanoseconds per call',
    headings: ['Node.js, ns', 'Bun, ns', 'Deno, ns'],
    figures: (row) => ({
      ...(row as ParsingRow).time,
      ...{ figure: timeOn('node', row), aside: timeOn('bun', row), more: [timeOn('deno', row)] },
    }),
    noun: 'library',
    all: true,
  })
  return {
    name: 'parse',
    title: drawing.title,
    draw: (theme: ThemeName, caption: string[][]) => renderSvg(drawing, caption, theme),
  }
}

type ParsingRow = LibraryRow & { time: Estimate }

function parsingRows(file: File): ParsingRow[] {
  return rows(file).flatMap((row) => {
    const { parse } = row.summary.operations
    return parse ? [{ ...row, time: parse.nanoseconds }] : []
  })
}

/** Names the library with the fastest `parse` on Node.js and those tied with it, with their ns per call. */
function fastestText(parsing: readonly ParsingRow[]): string {
  const ranked = parsing
    .filter(({ runtime, validation }) => runtime === 'node' && validation.by !== 'hand-written')
    .filter((row) => !isUnranked(row))
    .sort((a, b) => a.time.value - b.time.value)
  const times = new Map(ranked.map(({ name, time }) => [name, time]))
  const leaders = leadersOf([...times.keys()], compareFigures(times))
  const named = ranked
    .filter(({ name }) => leaders.includes(name))
    .map(({ displayName, time }) => `${displayName} ${nanosecondsText(time.value)} ns`)
  return `${listed(named)}${named.length > 1 ? ' (tied)' : ''}`
}

/** Lists caveats. */
function remarks(file: File): string[] {
  const isUnsettled = rows(file).some(({ summary }) =>
    Object.values(summary.operations).some(({ settled }) => settled === false),
  )
  return [
    ...(isUnsettled
      ? ['unsettled: in one or more processes, both halves of the counted calls disagree']
      : []),
    ...file.servers.flatMap(({ displayName, runtime, deviations }) =>
      deviations.length === 0
        ? []
        : [`${displayName} on ${runtimeTitles[runtime]}: ${deviations.join('; ')}`],
    ),
    ...(file.notCounted === null ? [] : [`Instructions were not counted: ${file.notCounted}`]),
  ]
}

function conditions({ protocol, counterVersion }: File): string[] {
  const { tool, processes, seconds, batches, warmUpBatches, batch, seed, counter } = protocol
  return [
    `timed by ${tool}`,
    `${processes} processes × ${batches} batches of ${significant(batch, 4)} calls or ${seconds} s of calls after ${warmUpBatches} or ${seconds} s`,
    ...(counter ? [`counted by ${counter} (${counterVersion})`] : []),
    `seed ${seed}`,
  ]
}
