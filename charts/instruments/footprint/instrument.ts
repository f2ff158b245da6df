/** Size of each server's production dependencies on disk. */
import { plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { significant } from '../../text/numbers.ts'
import type { Row } from '../columns.ts'
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

const whole = (value: number) => Math.round(value).toLocaleString('en-US')

export default instrument<Footprint, Placed>({
  name: 'footprint',
  title: 'Footprint',
  sentence: 'production packages, megabytes and install scripts of each server',
  about: 'Packages that a server needs to run, without the runtime and without development dependencies.',
  store: footprintStore,
  rows,
  columns: [
    { title: 'packages', better: 'lower', format: whole, value: ({ summary }) => summary.packages },
    { title: 'MB', better: 'lower', value: ({ summary }) => summary.bytes / 1e6 },
    { title: 'install scripts', value: ({ summary }) => summary.installScripts.join(', ') || null },
    { title: 'build', value: ({ builds }) => (builds ? 'yes' : null) },
  ],
  heading: () => 'Production packages on disk',
  charts: (file) => [
    dotChart({
      name: 'footprint',
      what: 'disk space',
      verb: 'takes',
      processes: null,
      subtitle: 'Lower is better. Production packages: all files that a server needs to run. Bare runtimes need none.',
      rows: rows(file).filter(({ summary }) => summary.bytes > 0),
      axis: 'megabytes',
      headings: ['on disk', 'packages'],
      figures({ summary }) {
        const value = summary.bytes / 1e6
        return { value, figure: `${significant(value)} MB`, aside: String(summary.packages) }
      },
    }),
  ],
  place: ({ startedAt, environment: { os, arch }, servers }) =>
    [startedAt.slice(0, 10), `${os}, ${arch}`, plural(servers.length, 'server')].join(' · '),
})

/** Returns rows, the smallest first. */
function rows(file: File): Placed[] {
  return file.servers
    .filter(({ refusal }) => refusal === null)
    .map((server) => ({ ...server, runtimeVersion: '', summary: summarizeFootprint(server, file) }))
    .sort((a, b) => a.summary.bytes - b.summary.bytes || (a.name < b.name ? -1 : 1))
}
