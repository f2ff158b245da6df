/** CPU time per request, by part and package. */
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column, Row } from '../../../shared/probes/column.ts'
import { meanOf } from '../../../shared/probes/probe.ts'
import type { Estimate } from '../../../shared/stats/estimate.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { instrument } from '../instrument.ts'
import { profileChart, profileMarks } from './chart.ts'
import { type Profiles, profilesStore } from './format.ts'
import { PART_NAMES, PARTS } from './parts.ts'
import { PLACES } from './rules.ts'
import {
  type Profiled,
  packagesOf,
  partOf,
  plainOf,
  profiledServers,
  profiledToPlain,
} from './summary.ts'

type File = Unsealed<Profiles>
type ProfileRow = Profiled & Row

/** Number of packages shown per server. */
const PACKAGES = 5
/** µs that correspond to a sample or two. */
const HARDLY_ANY = 0.05

const time = (
  title: string,
  of: (row: Pick<ProfileRow, 'processes'>) => Estimate,
): Column<ProfileRow, File> => ({
  ...{ title, better: 'lower', interval: 'percent' },
  value: ({ processes }) => meanOf(processes.map((process) => of({ processes: [process] }).value)),
  format: (microseconds) =>
    microseconds > 0 && microseconds < HARDLY_ANY ? `<${HARDLY_ANY}` : significant(microseconds),
})

const columns: Column<ProfileRow, File>[] = [
  time('CPU, µs', plainOf),
  ...PART_NAMES.map((part) => time(PARTS[part], (row) => partOf(row, part))),
]

const packages: Column<ProfileRow, File> = {
  title: `largest ${PACKAGES} besides native code, µs`,
  value: (row) =>
    packagesOf(row)
      .filter((each) => each.package !== PLACES.native)
      .slice(0, PACKAGES)
      .map(({ package: name, part, value }) => `${name} ${significant(value, 2)} (${PARTS[part]})`)
      .join(', '),
}

export default instrument<Profiles, ProfileRow>({
  name: 'profile',
  title: 'CPU time per request, by part',
  sentence:
    'why one server takes longer than another: CPU time by part of the request and by package',
  about:
    'Why one server takes longer than another. Each was profiled under the load of a run, after warm-up. A sample counts for the package and part of the request whose code was running.',
  store: profilesStore,
  ofRequests: true,
  rows,
  columns,
  tables: (file) => [
    { rows: rows(file), columns },
    { heading: 'By package', rows: rows(file), columns: [packages] },
  ],
  charts: (file) => [profileChart(file)],
  notes: (file) => [scaledNote(file), ...unsettledNote(file)],
  conditions,
})

function rows(file: Pick<File, 'servers'>): ProfileRow[] {
  return profiledServers(file).map((server) => ({ ...server, marks: profileMarks(server) }))
}

function scaledNote(file: File): string {
  const factors = rows(file).map(profiledToPlain)
  const [least, most] = [Math.min(...factors), Math.max(...factors)].map((factor) =>
    factor.toFixed(2),
  )
  return `CPU time is that of an unmodified process; the profile, which took ${least} to ${most} times as much, gives only the shares of the parts`
}

function unsettledNote(file: File): string[] {
  const names = rows(file).flatMap(({ displayName, marks }) => (marks ? [displayName] : []))
  return names.length > 0
    ? [
        `unsettled: in one or more processes, the warm-up had not settled when profiling began: ${names.join(', ')}`,
      ]
    : []
}

function conditions({ environment, protocol }: File): string[] {
  const { generator, polling, connections, processes, turns, sliceSeconds, interval, flags, seed } =
    protocol
  return [
    `${generator} ${environment.generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections`,
    `${processes} × ${turns} × ${sliceSeconds} s each profiled and plain, interleaved at random`,
    `a sample every ${interval} µs`,
    `profiled with ${flags.join(' ')}`,
    `seed ${seed}`,
  ]
}
