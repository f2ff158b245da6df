/** The worst that one request within a server's limits does to it. */
import { listed, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { list } from '../../text/markdown.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import {
  growthOf,
  type HostileCase,
  type HostileFile,
  hostileStore,
  SIZES,
  timeOf,
} from './format.ts'

type File = Unsealed<HostileFile>
type Summary = ReturnType<typeof summarize>

const REFERENCE = 'http-node'

export default instrument<HostileFile, Row & Summary>({
  name: 'hostile',
  title: 'Hostile input',
  sentence: 'the work and the bytes that one hostile request causes within a server’s limits',
  about:
    'The worst inputs that a search found among generic kinds: lists of errors, deep nesting, long strings, escapes, floods of keys, long numbers, spaces. Many are valid, such as a long name, and most servers accept unknown keys. Bytes are exact. Work is CPU time of the thread that responds to all other requests too, relative to the most that `http-node` with hand-written validation does for a body of that size; its growth is the exponent over the size: 1 is linear, 2 quadratic. Milliseconds are those of the machine below; the ratio and the growth depend little on it.',
  store: hostileStore,
  rows,
  columns: [
    {
      title: 'largest body, KB',
      format: String,
      value: ({ largest }) => Math.round(largest / 1e3),
    },
    {
      title: 'bytes out per byte in',
      better: 'lower',
      exact: true,
      value: ({ bytes }) => bytes.value,
    },
    { title: 'by', value: ({ bytes }) => bytes.family },
    {
      title: 'growth of work',
      better: 'lower',
      digits: 2,
      value: ({ growth }) => growth.value || null,
    },
    {
      title: `work, × ${REFERENCE}`,
      better: 'lower',
      digits: 2,
      value: ({ work }) => work.value || null,
    },
    { title: 'with', value: ({ work }) => work.family },
    {
      title: 'blocked, ms per MB',
      better: 'lower',
      digits: 2,
      value: ({ blocked }) => blocked.value,
    },
  ],
  lead: (stored) => list(stored.map(({ file }) => finding(file))),
  charts: (file) => [
    dotChart({
      ...{
        name: file.scenario,
        what: 'response bytes per request byte',
        axis: 'response bytes per request byte',
      },
      processes: file.protocol.processes,
      subtitle:
        'Lower is better. The response to the worst input that was found, relative to the request.',
      rows: rows(file),
      headings: ['bytes per byte', 'work, ×'],
      figures({ bytes: { value }, work }) {
        return { value, figure: significant(value), aside: significant(work.value, 2) }
      },
    }),
  ],
  conditions: ({ protocol: { processes } }) => [
    `medians of ${plural(processes, 'fresh process', 'fresh processes')}`,
  ],
})

/** Fewest bytes out per byte in first. */
function rows({ servers }: File): (Row & Summary)[] {
  const reference = servers.find(({ name }) => name === REFERENCE)?.cases ?? []
  return servers
    .filter(({ cases }) => cases.some(({ sizes }) => sizes.length > 0))
    .map(({ cases, ...row }) => ({ ...row, ...summarize(cases, reference) }))
    .sort((a, b) => a.bytes.value - b.bytes.value || (a.name < b.name ? -1 : 1))
}

export function summarize(cases: readonly HostileCase[], reference: readonly HostileCase[] = []) {
  /** The most work of the reference at so many sizes. */
  const usual = (count: number) =>
    Math.max(...reference.flatMap(({ sizes }) => sizes.slice(count - 1, count).map(timeOf)))
  const measured = cases
    .flatMap(({ family, sizes }) => sizes.slice(-1).map((last) => ({ family, sizes, last })))
    // A wire that does not carry JSON may drop what makes an input long.
    .filter(({ last }) => last.bytes > Math.min(...SIZES))
  /** The largest figure, and the family of inputs that causes it. */
  const most = (figure: (each: (typeof measured)[number]) => number | null) =>
    measured
      .map((each) => ({ value: figure(each) ?? 0, family: each.family }))
      .reduce((worst, each) => (each.value > worst.value ? each : worst), { value: 0, family: '' })
  return {
    bytes: most(({ sizes }) => Math.max(...sizes.map(({ bytes, received }) => received / bytes))),
    growth: most(({ sizes }) => growthOf(sizes)),
    /** At the largest size, relative to the most that the reference does at that size. */
    work: most(({ last, sizes }) => timeOf(last) / usual(sizes.length)),
    /** Milliseconds per MB at the largest size. */
    blocked: most(({ last }) => (1e6 * timeOf(last)) / last.bytes),
    largest: most(({ last }) => last.bytes).value,
  }
}

/** Findings: what a row is flagged for. */
export const flags: Readonly<Record<string, (summary: Summary) => boolean>> = {
  'more than 10 bytes out per byte in': ({ bytes }) => bytes.value > 10,
  'work that grows faster than the body': ({ growth }) => growth.value > 1.3,
  [`more than ten times the work of ${REFERENCE}`]: ({ work }) => work.value > 10,
}

function finding(file: File): string {
  const all = rows(file)
  const found = Object.entries(flags).map(
    ([what, flag]) => `${all.filter(flag).length} with ${what}`,
  )
  const fine = all.filter((row) => !Object.values(flags).some((flag) => flag(row))).length
  return `**${scenarios.get(file.scenario)?.title}: of ${plural(all.length, 'server')}, ${found.join(', ')}, and ${fine} with none of these.** ${responses(file)}`
}

/** Says how servers respond to the worst inputs at the largest size. */
function responses({ servers }: File): string {
  const all = servers.flatMap(({ displayName, cases }) =>
    cases.flatMap(({ sizes }) => sizes.slice(-1).map(({ status }) => ({ displayName, status }))),
  )
  const within = (from: number, to: number) =>
    all.filter(({ status }) => status >= from && status < to)
  const failed = within(500, 600)
  const names = [...new Set(failed.map(({ displayName }) => displayName))]
  const outcomes = [
    `${within(200, 300).length} were accepted`,
    `${within(400, 500).length} rejected`,
    ...(failed.length > 0 ? [`${failed.length} caused a 5xx (${names.join(', ')})`] : []),
  ]
  return `Of ${all.length} worst inputs at full size, ${listed(outcomes)}.`
}
