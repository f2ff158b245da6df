/** Compares versions of a package under the same server. */
import { listed } from '../../../shared/basics/text.ts'
import type { Stored } from '../../../shared/format/stored-files.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { inline } from '../../text/markdown.ts'
import { instrument } from '../instrument.ts'
import { type Versions, type VersionsVerdict, versionsStore, versionsToPublish } from './format.ts'
import { readReplay, replay, replayText } from './replay.ts'
import {
  outcomeLine,
  type ShownVerdict,
  versionsColumns,
  versionsNotes,
  versionsRows,
} from './table.ts'

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
    pairText(old) === pairText(recent)
      ? []
      : [`old is ${pairText(old)}, new is ${pairText(recent)}`],
  columns: versionsColumns,
  notes: (versions) => [...versionsNotes(versions), outcomeLine(versions)],
  place: ({ startedAt, environment: { cpuModel, os }, source }) =>
    [
      startedAt.slice(0, 10),
      cpuModel,
      os,
      `commit ${source.commit?.slice(0, 7) ?? 'unknown'}`,
    ].join(' · '),
  regions: (stored) => ({ versions: stored.length > 0 ? comparedText(stored) : '' }),
})

/** Returns README's line: the main comparison of each package. */
function comparedText(stored: readonly Stored<Versions>[]): string {
  const files = stored.map(({ file }) => file)
  const main = [...Map.groupBy(files, (file) => file.package).values()].flatMap(mainComparison)
  return `[Comparisons](charts/published/versions) include ${listed(main)}.`
}

/** Returns the latest comparison of requests/s of a package; else that of instructions since the earliest release with a date. */
function mainComparison(files: readonly Versions[]): string[] {
  const by = (metric: string, noun: string) =>
    files.flatMap(({ package: name, first, second, verdicts }) => {
      const verdict = verdicts.find((each) => each.metric === metric)
      const released = first.released ?? ''
      const date = released && ` (${released})`
      const text = `${inline(name)} ${first.version}${date} → ${second.version}`
      return verdict ? [{ released, text: `${text}: ${changeText(verdict, noun)}` }] : []
    })
  const dated = by('instructions', 'instructions').filter(({ released }) => released !== '')
  const earliest = dated.toSorted((one, other) => one.released.localeCompare(other.released)).at(0)
  const main = by('requests', 'requests/s').at(-1) ?? earliest
  return main ? [main.text] : []
}

/** Formats `13% (10 to 17%) more requests/s`. */
function changeText({ ratio, low, high }: VersionsVerdict, noun: string): string {
  const [least, most] = [low ?? ratio, high ?? ratio]
  if (least <= 1 && most >= 1) return `no significant change in ${noun}`
  const [value, ...ends] = [ratio, least, most].map((each) =>
    significant(100 * Math.abs(each - 1), 2),
  )
  const [from, to] = ratio > 1 ? ends : ends.reverse()
  return `${value}%${from === to ? '' : ` (${from} to ${to}%)`} ${ratio > 1 ? 'more' : 'fewer'} ${noun}`
}

function headingOf({ package: name, first, second, server, scenario }: Versions): string {
  return `${inline(name)} ${first.version} → ${second.version}, under ${inline(server)} in ${scenario}`
}

const pairText = ({ first, second }: Versions) => `${second.spec} against ${first.spec}`
