/** The worst that one request within a server's limits does to it. */

import { listed, plural } from '../basics/text.ts'
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
  sentence: 'the work and the bytes that one hostile request causes within a server’s limits',
  about:
    'The worst inputs that a search found among generic kinds: lists of errors, deep nesting, long strings, escapes, floods of keys, long numbers, spaces. Many are valid, such as a long name, and most servers accept unknown keys. Bytes are exact, and depend on the handler: whether it reports the first error or all, and in how many words. Work is instructions in user space of the thread that responds to all other requests too; its growth is the exponent over the size: 1 is linear, 2 quadratic. Across runtimes instructions say little.',
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
    metric('family', 'by', ({ bytes }) => bytes?.family ?? null),
    metric('growth', 'growth of work', ({ growth }) => growth?.figure ?? null, counted),
    metric('work', `work, × ${REFERENCE}`, ({ work }) => work?.figure ?? null, {
      ...counted,
      when: hasReference,
    }),
    metric('perByte', 'instructions per byte', ({ perByte }) => perByte?.figure ?? null, counted),
    metric('workFamily', 'with', ({ perByte }) => perByte?.family ?? null, { when: isCounted }),
  ],
  lead: (stored) =>
    stored.map(({ file }) => `- ${finding(file, rowsOf(hostile, file))}`).join('\n'),
  charts: (file) => [
    {
      kind: 'dots',
      name: file.scenario ?? '',
      title: mostBytes(file, rowsOf(hostile, file)),
      what: 'response bytes per request byte',
      axis: 'response bytes per request byte',
      processes: Number(file.protocol.processes),
      subtitle: `Lower is better. The response to the worst input that was found, relative to the request: the ${DRAWN} that return the most.`,
      rows: rowsOf(hostile, file)
        .filter(({ part }) => part === '')
        .toSorted((one, other) => bytesOf(file, other) - bytesOf(file, one))
        .slice(0, DRAWN),
      all: true,
      headings: ['bytes per byte', 'errors'],
      figures(row: SubjectRow) {
        const value = bytesOf(file, row)
        return { value, figure: significant(value), aside: String(firstOf(row, 'errors')) }
      },
    },
  ],
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
            `work: counted by qemu, the least of three requests of ${range}${plural(most, 'process', 'processes')}`,
          ]
        : []),
      `seed ${file.protocol.seed}`,
    ]
  },
}

function notes(file: Contents): string[] {
  if (!isCounted(file)) return ['work: no instructions have been counted yet']
  const rows = rowsOf(hostile, file)
  const uncounted = rows.filter((row) => firstOf(row, workId(0, 0)) === null)
  return [
    ...(hasReference(file)
      ? []
      : [`work relative to ${REFERENCE} needs ${REFERENCE}: add it to --servers`]),
    ...(uncounted.length > 0
      ? [`work: not counted yet for ${uncounted.length} of ${plural(rows.length, 'server')}`]
      : []),
  ]
}
