/** CPU time per request, by part and by package, and garbage collection under load. */

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

/** Packages that are shown of a server. */
const PACKAGES = 8
/** Microseconds of which a profile has a sample or two. */
const HARDLY_ANY = 0.05

/** A time of a part, in µs; one that rests on a sample or two has no digits. */
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
  sentence: 'the CPU time of each server by part and by package, and its garbage collection',
  about:
    'Each server was profiled under the load of a run, after its warm-up. Every sample counts for the package and the part of the request whose code it found.',
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
    'µs of CPU time per request. Plain: without the profiler, of the same server in the same seconds; all else is under the profiler',
    ...profileFootnotes(profiledServers(file)),
    `Garbage collection: of processes of their own under the same load, without the profiler${unknownText(file)}`,
  ],
  conditions: profileConditions,
  more: packagesText,
  panels(file, name) {
    const server = profiledServers(file).find((each) => each.name === name)
    if (!server) return []
    const panel = { text: 'Under the profiler, per request.', unit: 'µs' }
    return [
      {
        ...{ ...panel, title: 'Where its CPU time goes', noun: 'part' },
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

/** The lowest CPU time first. */
function rows(file: Pick<File, 'servers'>): ProfileRow[] {
  return cheapestFirst(file).map((server) => ({ ...server, marks: profileMarks(server) }))
}

/** Names of servers whose runtime reports no collections; empty where all do. */
function unknownText(file: File): string {
  const names = rows(file)
    .filter(({ processes }) => processes.some(({ collections }) => !collections))
    .map(({ displayName }) => displayName)
  return names.length === 0 ? '' : `. The runtimes of ${names.join(', ')} do not report it`
}

/** The largest packages of each server, with its file of stacks. */
function packagesText(file: Profiles, path: string): string {
  const link = linkFrom(pagePath('profile'))
  const text = ({ package: name, part, value }: PackageEstimate) =>
    `${inline(name)} ${significant(value, 2)} (${PARTS[part].title})`
  return blocks(
    '### By package',
    `The largest ${PACKAGES}, in µs per request. Native functions and code made at run time count for their caller, unless a rule names them. The last column is for [speedscope](https://www.speedscope.app), which shows the whole tree of calls.`,
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
