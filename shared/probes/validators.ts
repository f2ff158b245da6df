/** Cost of validation libraries in process, without HTTP: time and instructions per call, and cold start. */
import { z } from 'zod'
import { listed, plural } from '../basics/text.ts'
import { RUNTIMES } from '../format/disclosure.ts'
import { positive } from '../format/fields.ts'
import type { DotChart } from '../probe/chart.ts'
import {
  type Contents,
  columnOf,
  figureOf,
  firstOf,
  hasValues,
  type Metric,
  type Probe,
  type StoredMeasurement,
  type SubjectRow,
  valuesOf,
} from '../probe/probe.ts'
import { Counter, Drawn, whyTooSmall } from '../probe/protocol.ts'
import { compareFigures, leadersOf } from '../stats/claims.ts'
import type { Estimate } from '../stats/estimate.ts'
import { significant } from '../text/numbers.ts'
import {
  CONSTRUCTION,
  constructionNotes,
  constructionTables,
  costCharts,
  isOfConstruction,
} from './validators/construction.ts'
import { DATE_BY, dateChart } from './validators/dates.ts'

/** Measured operations (`shared/models/steps.ts`); a library may lack some. */
export const OPERATIONS = [
  ...(['validate', 'firstError', 'allErrors', 'parse', 'parseUndated', 'stringify'] as const),
]

const NAMES = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }

const perCall = { estimate: 'mean', better: 'lower', interval: 'percent' } as const

const shortTitle = (operation: string) =>
  operation === 'parseUndated'
    ? 'parse without a date'
    : operation.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)

/** Nanoseconds of an operation, without the loop around its calls. */
const time = (operation: string): Metric => ({
  ...perCall,
  id: `${operation}_ns`,
  title: `${shortTitle(operation)}, ns`,
  key: `${operation}_ns`,
  // Older files lack some.
  when: hasValues(`${operation}_ns`),
  format: nanosecondsText,
})

/** Instructions of an operation, of the thread that runs the JavaScript, without the loop. */
const count = (operation: string): Metric => ({
  ...perCall,
  id: `${operation}_instructions`,
  title: `${shortTitle(operation)}, instructions`,
  key: `${operation}_instructions`,
  counted: true,
  // The page has a chart of it.
  ...(operation === 'parseUndated' && { on: ['terminal', 'data'] as const }),
  // Of equal comparisons drawn from the counts of an experiment (results/experiments/gate.json), none differs by more with confidence.
  threshold: 0.005,
  marks: (row) => (valuesOf(row, `${operation}_settled`).includes(0) ? '(unsettled)' : ''),
})

const PARSE = time('parse')
const [DATED, UNDATED] = [count('parse'), count('parseUndated')]
const TIMES = OPERATIONS.map(time)
const COUNTS = OPERATIONS.map(count)
const HOW: Metric = { id: 'how', title: 'how', estimate: 'first' }
const VERSION: Metric = {
  id: 'version',
  title: 'version',
  on: ['page'],
  value: ({ version, samples }) => (samples.length > 0 ? version : 'not installed'),
}
const COLD: Metric[] = [
  { ...perCall, id: 'import', title: 'import, ms' },
  { ...perCall, id: 'first', title: 'first call of validate, µs', key: 'first_call_us' },
]
const ON: Metric = { id: 'on', title: 'on', value: ({ runtime }) => NAMES[runtime] }

export const validators: Probe = {
  name: 'validators',
  title: 'Validation in process',
  sentence:
    'validation libraries without HTTP, by operation and runtime, with and without a date; and what a schema costs until it is warm',
  about:
    'What validation libraries cost without HTTP, with the model of `update-user` and a new input for each call. `validate` checks a valid, parsed JSON value without converting it. `first error` and `all errors` report the errors of a value with two wrong fields; blank if the library has only the other mode. `parse` validates a valid value and converts it to a user with a `Date`; `parse without a date` does the same for a user without one. *Date* is *hand* where our code, not the library, creates the `Date`. `stringify` writes the user as JSON, with the library’s own serializer if it has one. A name with a comma is the same library with another documented option. Timing needs a quiet machine and counting does not, so the two may be of different days. ± is half of a 95% interval over fresh processes.',
  noun: 'library',
  timed: true,
  hasTimes: (file) => isTimed(file),
  // Counts of processes hardly differ.
  whyUnpublished: (file) =>
    isTimed(file) ? whyTooSmall({ processes: 5, seconds: 0.2 })(file) : null,
  // Times hold on their own machine only.
  publish: (file) => (isTimed(file) ? 'newest' : 'pooled'),
  mixesProcesses: true,
  kindOf: (file) => (isTimed(file) ? 'timed' : 'counted'),
  larger: 'slower',
  protocol: Drawn.extend({
    tool: z.string().optional(),
    seconds: positive.optional(),
    batches: positive.optional(),
    warmUpBatches: positive.optional(),
    batch: positive.optional(),
    counter: Counter,
  }),
  metrics: [VERSION, HOW, ...TIMES, ...COUNTS, ...COLD, ...CONSTRUCTION],
  rows,
  tables(file) {
    const timed = rows(file).filter((row) => figureOf(row, PARSE, file))
    const counted = rows(file, DATED).filter(isCounted)
    const runtimes = new Set(counted.map(({ runtime }) => NAMES[runtime]))
    const short = (metrics: readonly Metric[]) =>
      metrics.map((metric, i) => ({ ...metric, title: shortTitle(OPERATIONS[i] ?? '') }))
    return [
      {
        heading: 'Nanoseconds per call',
        rows: timed,
        columns: [ON, VERSION, HOW, DATE_BY, ...short(TIMES)].map(columnOf),
      },
      { heading: 'Cold start', rows: timed, columns: [ON, ...COLD].map(columnOf) },
      {
        heading: `Instructions per call, on the JavaScript thread of ${listed([...runtimes])}`,
        rows: counted.length > 0 ? [...counted, ...notInstalledRows(file)] : [],
        columns: [...(runtimes.size > 1 ? [ON] : []), VERSION, HOW, DATE_BY, ...short(COUNTS)].map(
          columnOf,
        ),
      },
      ...constructionTables(file),
    ]
  },
  heading: (file) => `A user, in ${isTimed(file) ? 'nanoseconds' : 'instructions'}`,
  lead,
  charts: (file) => [
    ...(isTimed(file) ? [parseChart(file)] : []),
    dateChart(
      file,
      rows(file, DATED).filter(({ runtime }) => runtime === 'node'),
      [DATED, UNDATED],
    ),
    ...costCharts(file),
  ],
  notes(file) {
    const measured = rows(file)
    const isUnsettled = measured.some(({ samples }) =>
      samples.some(({ values }) =>
        OPERATIONS.some((operation) => values[`${operation}_settled`] === 0),
      ),
    )
    return [
      ...(isUnsettled
        ? ['unsettled: in one or more processes, the two halves of the counted calls differ']
        : []),
      ...constructionNotes(file),
      ...file.subjects.flatMap((row) => {
        const deviations = firstOf(row, 'deviations')
        return deviations === null
          ? []
          : [`${row.displayName} on ${NAMES[row.runtime]}: ${deviations}`]
      }),
    ]
  },
  conditions({ protocol }) {
    const { tool, processes, seconds, batches, warmUpBatches, batch, seed, counter } = protocol
    return [
      ...(tool
        ? [
            `timed by ${tool}`,
            `${processes} processes × ${batches} batches of ${significant(Number(batch), 4)} calls or ${seconds} s, after a warm-up of ${warmUpBatches} batches or ${seconds} s`,
          ]
        : [`${plural(Number(processes), 'process', 'processes')} each`]),
      ...(counter ? [`counted by ${counter}`] : []),
      `seed ${seed}`,
    ]
  },
  overview: (file) => ({
    rows: rows(file).filter((row) => row.part === '' && figureOf(row, PARSE, file)),
    columns: [columnOf({ ...PARSE, format: significant, doc: 'validators.md' })],
  }),
  regions(stored) {
    const newest = stored.findLast(({ file }) => isTimed(file))
    return { 'fastest-validators': newest ? fastestText(parsingRows(newest.file)) : '' }
  },
}

const isTimed = hasValues('parse_ns')

/** Returns the title of the first chart, and the libraries of which the page has nanoseconds alone. */
function lead(stored: readonly StoredMeasurement[]): string {
  const [first, ...others] = stored
  if (!first) return ''
  const [chart] = validators.charts?.(first.file) ?? []
  const counted = new Set(rows(first.file).map(({ name }) => name))
  const missing = others
    .flatMap(({ file }) => rows(file))
    .filter(({ name, runtime }) => runtime === 'node' && !counted.has(name))
    .map(({ displayName }) => displayName)
  const missingText =
    missing.length > 0 ? ` Instructions not counted yet: ${listed([...new Set(missing)])}.` : ''
  return `**${chart?.title}.**${missingText}`
}

const isCounted = (row: SubjectRow) =>
  OPERATIONS.some((operation) => valuesOf(row, `${operation}_instructions`).length > 0)

/** Returns rows by library and option, the fastest `parse` on Node.js first, and of each Node.js first. */
function rows(file: Contents, by = isTimed(file) ? PARSE : DATED): SubjectRow[] {
  const costOf = (row: SubjectRow) => figureOf(row, by, file)?.value ?? Number.POSITIVE_INFINITY
  const fastestFirst = file.subjects
    .filter(({ disqualified, samples }) => disqualified === null && samples.length > 0)
    .filter((row) => !isOfConstruction(row))
    .sort((a, b) => costOf(a) - costOf(b) || (a.displayName < b.displayName ? -1 : 1))
  const onNode = fastestFirst.filter(({ runtime }) => runtime === 'node')
  const keyOf = ({ name, part }: SubjectRow) => `${name}/${part}`
  const keys = new Set([...onNode, ...fastestFirst].map(keyOf))
  const place = ({ runtime }: SubjectRow) => RUNTIMES.indexOf(runtime)
  return [...keys].flatMap((key) =>
    fastestFirst.filter((row) => keyOf(row) === key).toSorted((a, b) => place(a) - place(b)),
  )
}

/** Returns rows of the libraries that are not installed. */
function notInstalledRows({ notInstalled, subjects }: Contents): SubjectRow[] {
  const [template] = subjects
  return template
    ? notInstalled.map(({ name }) => ({
        ...template,
        name,
        displayName: name,
        part: '',
        samples: [],
      }))
    : []
}

/** Rounds to three digits and whole nanoseconds: fractions are below the variance of the loop. */
function nanosecondsText(value: number): string {
  return value < 1 ? '< 1' : value < 100 ? value.toFixed(0) : significant(value)
}

type ParsingRow = SubjectRow & { time: Estimate }

function parsingRows(file: Contents): ParsingRow[] {
  return rows(file).flatMap((row) => {
    const time = figureOf(row, PARSE, file)
    return time ? [{ ...row, time }] : []
  })
}

/** Shows a row per library, with a point per runtime. */
function parseChart(file: Contents): DotChart<ParsingRow> {
  const parsing = parsingRows(file)
  const timeOn = (runtime: string, { name }: ParsingRow) => {
    const row = parsing.find((row) => row.runtime === runtime && row.name === name)
    return row ? nanosecondsText(row.time.value) : ''
  }
  const { processes } = file.protocol
  return {
    kind: 'dots',
    name: 'parse',
    what: 'parse time on Node.js',
    processes: Number(processes),
    title: `Fastest libraries to parse a user on Node.js: ${fastestText(parsing)}`,
    subtitle: `Lower is better. Time to validate a user and make its Date, without HTTP. Means of ${processes} processes, with 95% intervals.`,
    rows: parsing.filter(({ runtime, part }) => runtime === 'node' && part === ''),
    points: parsing.map((row) => ({ row, ...row.time })),
    axis: 'nanoseconds per call',
    headings: ['Node.js, ns', 'Bun, ns', 'Deno, ns'],
    figures: (row) => ({
      ...row.time,
      figure: timeOn('node', row),
      aside: timeOn('bun', row),
      more: [timeOn('deno', row)],
    }),
    noun: 'library',
    all: true,
  }
}

/** Names the library with the fastest `parse` on Node.js and those tied with it, with their ns per call. */
function fastestText(parsing: readonly ParsingRow[]): string {
  const ranked = parsing
    .filter(({ runtime, part, isUnranked }) => runtime === 'node' && part === '' && !isUnranked)
    .filter((row) => firstOf(row, 'by') !== 'hand-written')
    .sort((a, b) => a.time.value - b.time.value)
  const times = new Map(ranked.map(({ name, time }) => [name, time]))
  const leaders = leadersOf([...times.keys()], compareFigures(times))
  const named = ranked
    .filter(({ name }) => leaders.includes(name))
    .map(({ displayName, time }) => `${displayName} ${nanosecondsText(time.value)} ns`)
  return `${listed(named)}${named.length > 1 ? ' (tied)' : ''}`
}
