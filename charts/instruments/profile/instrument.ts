/** CPU time per request, by part and package, and garbage collection under load. */

import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { estimateFigure } from '../../report/figures.ts'
import { type Align, blocks, columnsTable, inline } from '../../text/markdown.ts'
import { significant } from '../../text/numbers.ts'
import { linkFrom, pagePath } from '../../text/paths.ts'
import type { Column, Row } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { cheapestFirst, PROFILE_TITLE, profileChart, profileConditions } from './chart.ts'
import { collectionColumns, watchedServers } from './collections.ts'
import { type Profiles, profilesStore, stacksFolder } from './format.ts'
import { PART_NAMES, PARTS } from './parts.ts'
import {
  type PackageEstimate,
  type Profiled,
  packagesOf,
  partOf,
  plainOf,
  profiledServers,
  profileFootnotes,
  profileMarks,
  totalOf,
} from './summary.ts'

type File = Unsealed<Profiles>
type ProfileRow = Profiled & Row

/** Number of packages shown per server. */
const PACKAGES = 8
/** µs that correspond to a sample or two. */
const HARDLY_ANY = 0.05

/** Formats the time of a part; `<0.05` if it rests on a sample or two. */
export function partText(microseconds: number): string {
  return microseconds > 0 && microseconds < HARDLY_ANY ? `<${HARDLY_ANY}` : significant(microseconds)
}

const time = (title: string, value: (row: ProfileRow) => Estimate): Column<ProfileRow, File> => ({
  ...{ title, value, format: partText },
  better: 'lower',
  interval: 'half',
})

const columns = [
  time('plain, µs', plainOf),
  time('profiled, µs', totalOf),
  ...PART_NAMES.map((part) => time(PARTS[part].title, (row) => partOf(row, part))),
]

export default instrument<Profiles, ProfileRow>({
  name: 'profile',
  title: PROFILE_TITLE,
  sentence: 'CPU time of each server by part and package, and its garbage collection',
  about:
    'Each server was profiled under the load of a run, after warm-up. A sample counts for the package and part of the request whose code was running.',
  store: profilesStore,
  ofRequests: true,
  rows,
  columns,
  tables: (file) => [
    { rows: rows(file), columns },
    { heading: 'Garbage collection', rows: watchedServers(rows(file)), columns: collectionColumns },
  ],
  charts: (file) => [profileChart(file)],
  notes: (file) => [
    'µs of CPU time per request. Plain: without the profiler, of the same server in the same seconds; all other figures are under the profiler',
    ...profileFootnotes(profiledServers(file)),
    `Garbage collection: in separate processes under the same load, without the profiler${unknownText(file)}`,
  ],
  conditions: profileConditions,
  more: packagesText,
  panels(file, name) {
    const server = profiledServers(file).find((each) => each.name === name)
    if (!server) return []
    const panel = { text: 'Under the profiler, per request.', unit: 'µs' }
    return [
      {
        ...{ ...panel, title: 'CPU time by part', noun: 'part' },
        parts: PART_NAMES.map((part) => ({ name: PARTS[part].title, figure: estimateFigure(partOf(server, part)) })),
      },
      {
        ...{ ...panel, title: 'By package', noun: 'package' },
        parts: packagesOf(server)
          .slice(0, PACKAGES)
          .map((each) => ({ name: `${each.package}, ${PARTS[each.part].title}`, figure: estimateFigure(each) })),
      },
    ]
  },
})

/** Returns rows, the lowest CPU time first. */
function rows(file: Pick<File, 'servers'>): ProfileRow[] {
  return cheapestFirst(file).map((server) => ({ ...server, marks: profileMarks(server) }))
}

/** Names servers whose runtime does not report garbage collection; empty if all do. */
function unknownText(file: File): string {
  const names = rows(file)
    .filter(({ processes }) => processes.some(({ collections }) => !collections))
    .map(({ displayName }) => displayName)
  return names.length === 0 ? '' : `. The runtimes of ${names.join(', ')} do not report it`
}

/** Returns a table of the largest packages of each server, with its stacks. */
function packagesText(file: Profiles, path: string): string {
  const link = linkFrom(pagePath('profile'))
  const text = ({ package: name, part, value }: PackageEstimate) =>
    `${inline(name)} ${significant(value, 2)} (${PARTS[part].title})`
  return blocks(
    '### By package',
    `The largest ${PACKAGES}, in µs per request. Native functions and generated code count for their caller, unless a rule names them. Open the last column’s file in [speedscope](https://www.speedscope.app) for the whole call tree.`,
    columnsTable(rows(file), [
      ['server', ({ displayName, marks }) => inline(`${displayName} ${marks}`.trim())],
      ['packages', (server) => packagesOf(server).slice(0, PACKAGES).map(text).join(', '), 'left' as Align],
      [
        'file',
        ({ stacks }) => (stacks === null ? '' : `[stacks](${link(`${stacksFolder(path)}/${stacks}`)})`),
        'left' as Align,
      ],
    ]),
  )
}
