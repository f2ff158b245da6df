/** The worst that one request within a server's limits does to it. */

import { listed, plural } from '../basics/text.ts'
import type { DotChart } from '../probe/chart.ts'
import {
  type Contents,
  firstOf,
  hasValues,
  type Metric,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { Counter, Drawn } from '../probe/protocol.ts'
import type { Estimate } from '../stats/estimate.ts'
import { significant } from '../text/numbers.ts'
import {
  Cases,
  REFERENCE,
  referenceIn,
  SIZES,
  type Summary,
  summaryIn,
  workId,
} from './hostile/figures.ts'
import { finding, mostBytes } from './hostile/findings.ts'

/** A figure of the summary. It is null where nothing has one. */
const metric = (
  id: string,
  title: string,
  value: (summary: Summary) => Estimate | string | null,
  more: Partial<Metric> = {},
): Metric => ({
  id,
  title,
  ...more,
  value: (row, file) => value(summaryIn(file, row)),
})

const isCounted = hasValues(workId(0, 0))
const hasReference = (file: Contents) => isCounted(file) && referenceIn(file) !== undefined
const counted = { better: 'lower', digits: 2, when: isCounted } as const

/** Rows of the chart: a picture of those that return what they got shows nothing. */
const DRAWN = 20

const bytesOf = (file: Contents, row: SubjectRow) => summaryIn(file, row).bytes?.figure.value ?? 0

export const hostile: Probe = {
  name: 'hostile',
  title: 'Hostile input',
  sentence: 'how much work and how many response bytes one hostile request can cause',
  about:
    'For each server, a search looks for the inputs that cause the most response bytes and work, in bodies no larger than the server accepts. It tries several kinds: many errors, deep nesting, long strings, escapes, many keys, long numbers, spaces. Many inputs are valid, such as a long name, and most servers accept unknown keys. Byte counts are exact, but depend on the error handler: whether it reports one error or all, and how long its messages are. Work is user-space instructions on the thread that serves all requests. Growth is the exponent of work against body size: 1 is linear, 2 is quadratic. Do not compare instruction counts of different runtimes.',
  byScenario: true,
  publish: 'pooled',
  mixesProcesses: true,
  protocol: Drawn.extend({ counter: Counter }),
  evidence: Cases,
  metrics: [
    {
      id: 'largest',
      title: 'accepts, KB',
      estimate: 'first',
      scale: 1e-3,
      format: (value) => String(Math.round(value)),
    },
    { id: 'errors', title: 'errors', estimate: 'first' },
    metric('bytes', 'bytes out per byte in', ({ bytes }) => bytes?.figure ?? null, {
      better: 'lower',
      exact: true,
    }),
    metric('family', 'worst by bytes', ({ bytes }) => bytes?.family ?? null, { key: 'by' }),
    metric('growth', 'growth of work', ({ growth }) => growth?.figure ?? null, counted),
    metric('work', `work, × ${REFERENCE}`, ({ work }) => work?.figure ?? null, {
      ...counted,
      when: hasReference,
    }),
    metric('perByte', 'instructions per byte', ({ perByte }) => perByte?.figure ?? null, counted),
    metric('workFamily', 'worst by work', ({ perByte }) => perByte?.family ?? null, {
      key: 'with',
      when: isCounted,
    }),
  ],
  lead: (stored) =>
    stored.map(({ file }) => `- ${finding(file, rowsOf(hostile, file))}`).join('\n'),
  charts: (file) => [bytesChart(file)],
  notes,
  conditions(file) {
    const sizes = listed(SIZES.map((size) => String(size / 1e3)))
    const processes = file.subjects.flatMap(({ samples }) => samples.length || [])
    const [fewest, most] = [Math.min(...processes), Math.max(...processes)]
    const range = fewest < most ? `${fewest} to ` : ''
    return [
      `bodies of ${sizes} KB`,
      ...(isCounted(file)
        ? [
            `work: counted by qemu, the least of three requests, in ${range}${plural(most, 'process', 'processes')}`,
          ]
        : []),
      `seed ${file.protocol.seed}`,
    ]
  },
}

function bytesChart(file: Contents): DotChart<SubjectRow> {
  const all = rowsOf(hostile, file)
    .filter(({ part }) => part === '')
    .toSorted((one, other) => bytesOf(file, other) - bytesOf(file, one))
  const shown = (row: SubjectRow | undefined) => (row ? significant(bytesOf(file, row)) : '')
  // None of those that return as much as the first that is left out.
  const rows = all.slice(0, DRAWN).filter((row) => shown(row) !== shown(all[DRAWN]))
  const others =
    rows.length < all.length
      ? `; the others, ${shown(all[rows.length])} bytes per byte or less`
      : ''
  return {
    kind: 'dots',
    name: file.scenario ?? '',
    title: mostBytes(file, rowsOf(hostile, file)),
    what: 'response bytes per request byte',
    axis: 'response bytes per request byte',
    processes: Number(file.protocol.processes),
    subtitle: `Lower is better. Size of the response to the worst input found, relative to the request. Shown: the ${rows.length} servers that return the most${others}.`,
    rows,
    all: true,
    headings: ['bytes per byte', 'errors'],
    figures(row: SubjectRow) {
      const value = bytesOf(file, row)
      return { value, figure: significant(value), aside: String(firstOf(row, 'errors')) }
    },
  }
}

function notes(file: Contents): string[] {
  if (!isCounted(file)) return ['work: instructions have not been counted yet']
  const rows = rowsOf(hostile, file)
  const uncounted = rows.filter((row) => firstOf(row, workId(0, 0)) === null)
  return [
    ...(hasReference(file)
      ? []
      : [`work, × ${REFERENCE}: not shown without ${REFERENCE}; add it to --servers`]),
    ...(uncounted.length > 0
      ? [
          `work: instructions have not been counted yet for ${uncounted.length} of ${plural(rows.length, 'server')}`,
        ]
      : []),
  ]
}
