/** Size of each server's production dependencies on disk. */
import { plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import {
  type Footprint,
  type FootprintServer,
  type FootprintSummary,
  footprintStore,
  summarizeFootprint,
} from './format.ts'

type File = Unsealed<Footprint>
type Placed = FootprintServer & Row & { summary: FootprintSummary }

const megabytes = (bytes: number) => significant(bytes / 1e6)

const whole = (value: number) => Math.round(value).toLocaleString('en-US')

export default instrument<Footprint, Placed>({
  name: 'footprint',
  title: 'Footprint',
  sentence: 'packages, megabytes and install scripts of a fresh production install of each server',
  about:
    "What `npm install --omit=dev` of a server's dependencies puts into an empty folder: without the runtime, and with the peers that npm adds, such as TypeScript.",
  store: footprintStore,
  rows,
  columns: [
    { title: 'packages', better: 'lower', format: whole, value: ({ summary }) => summary.packages },
    { title: 'MB', better: 'lower', value: ({ summary }) => summary.bytes / 1e6 },
    {
      title: 'largest, MB',
      value: ({ summary }) =>
        summary.largest.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(', ') || null,
    },
    { title: 'install scripts', value: ({ summary }) => summary.installScripts.join(', ') || null },
    { title: 'build', value: ({ builds }) => (builds ? 'yes' : null) },
  ],
  heading: () => 'Production packages on disk',
  lead: ([newest]) => (newest ? finding(newest.file) : ''),
  charts: (file) => [
    dotChart({
      name: 'footprint',
      what: 'disk space',
      verb: 'takes',
      processes: null,
      subtitle:
        'Lower is better. All files of a fresh production install. Bare runtimes need none.',
      rows: rows(file).filter(({ summary }) => summary.bytes > 0),
      axis: 'megabytes',
      headings: ['on disk', 'packages'],
      figures({ summary }) {
        const { bytes, packages } = summary
        return { value: bytes / 1e6, figure: `${megabytes(bytes)} MB`, aside: String(packages) }
      },
    }),
  ],
  place: ({ startedAt, environment: { os, arch, generatorVersion }, servers }) =>
    [
      startedAt.slice(0, 10),
      `${os}, ${arch}`,
      generatorVersion,
      plural(servers.length, 'server'),
    ].join(' · '),
})

/** Names the least and the most among frameworks on Node; sizes are exact. */
function finding(file: File): string {
  const own = rows(file).filter(
    ({ router, version, runtime }) => router && version !== null && runtime === 'node',
  )
  const [least, most] = [own.at(0), own.at(-1)]
  if (!least || !most || least === most) return ''
  const of = ({ displayName, summary }: Placed) => `${megabytes(summary.bytes)} MB (${displayName})`
  return `${own.length} servers with a framework on Node take from ${of(least)} to ${of(most)}, freshly installed for production.`
}

/** Returns rows, the smallest first. */
function rows(file: File): Placed[] {
  return file.servers
    .filter(({ refusal }) => refusal === null)
    .map((server) => ({ ...server, runtimeVersion: '', summary: summarizeFootprint(server, file) }))
    .sort((a, b) => a.summary.bytes - b.summary.bytes || (a.name < b.name ? -1 : 1))
}
