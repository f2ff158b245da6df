/** Compares versions of a package under the same server. */
import { listed } from '../../../shared/basics/text.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { inline } from '../../text/markdown.ts'
import { instrument } from '../instrument.ts'
import { type Versions, type VersionsVerdict, versionsStore, versionsToPublish } from './format.ts'
import { readReplay, replay, replaySentence, replayText } from './replay.ts'
import { outcomeLine, type ShownVerdict, versionsColumns, versionsNotes, versionsRows } from './table.ts'

export default instrument<Versions, ShownVerdict>({
  name: 'versions',
  title: 'Versions of a package, compared',
  sentence: 'releases of frameworks, libraries and runtimes, and changes on record, replayed',
  about:
    'Two versions under the same server’s files, on one machine, interleaved, such as `fastify@5.11.0 fastify@5.12.8`.',
  store: versionsStore,
  published: versionsToPublish,
  lead(stored) {
    const { about, cases } = readReplay()
    return replayText(about, replay(stored, cases), headingOf)
  },
  heading: headingOf,
  rowNoun: '',
  rows: versionsRows,
  partOf: ({ of }) => of,
  differences: (old, recent) =>
    pairText(old) === pairText(recent) ? [] : [`old is ${pairText(old)}, new is ${pairText(recent)}`],
  columns: versionsColumns,
  notes: (versions) => [...versionsNotes(versions), outcomeLine(versions)],
  place: ({ startedAt, environment: { cpuModel, os }, source }) =>
    [startedAt.slice(0, 10), cpuModel, os, `commit ${source.commit?.slice(0, 7) ?? 'unknown'}`].join(' · '),
  regions: (stored) => ({ versions: stored.length > 0 ? comparedText(stored) : '' }),
})

/** Returns README's line: what is told of each package, and how many other comparisons there are. */
function comparedText(stored: readonly Stored<Versions>[]): string {
  const files = stored.map(({ file }) => file)
  const told = [...Map.groupBy(files, (file) => file.package).values()].flatMap(toldOf)
  const more = files.length - told.length
  const all = listed([...told.map(pairWithRatio), ...(more > 0 ? [`${more} more`] : [])])
  return `[Compared so far](charts/published/versions): ${all}. ${replaySentence(replay(stored, readReplay().cases))}`
}

interface Told {
  file: Versions
  what: string
  verdict: VersionsVerdict
}

/** Returns a package's latest comparison of requests/s; else that of instructions from the earliest dated release, if any. */
function toldOf(files: readonly Versions[]): Told[] {
  const withVerdict = (what: string, metric: string) =>
    files.flatMap((file) =>
      file.verdicts.filter((each) => each.metric === metric).map((verdict) => ({ file, what, verdict })),
    )
  const rated = withVerdict('requests/s', 'requests').slice(-1)
  if (rated.length > 0) return rated
  return withVerdict('instructions', 'instructions')
    .filter(({ file }) => file.first.released)
    .sort(({ file: one }, { file: other }) => (`${one.first.released}` < `${other.first.released}` ? -1 : 1))
    .slice(0, 1)
}

function pairWithRatio({ file: { package: name, first, second }, what, verdict }: Told): string {
  const date = first.released ? ` (${first.released})` : ''
  return `${inline(name)} ${first.version}${date} → ${second.version} (${what} ${ratioAndEnds(verdict)})`
}

/** Formats `× 1.13, 1.10 to 1.17`. */
function ratioAndEnds({ ratio, low, high }: VersionsVerdict): string {
  const ends = low === null || high === null ? '' : `, ${low.toFixed(2)} to ${high.toFixed(2)}`
  return `× ${ratio.toFixed(2)}${ends}`
}

function headingOf({ package: name, first, second, server, scenario }: Versions): string {
  return `${inline(name)} ${first.version} → ${second.version}, under ${inline(server)} in ${scenario}`
}

const pairText = ({ first, second }: Versions) => `${second.spec} against ${first.spec}`
