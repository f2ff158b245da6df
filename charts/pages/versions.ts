/** Additions to the page of versions: the replay of documented changes, and README's line. */
import { listed } from '../../shared/basics/text.ts'
import type { StoredMeasurement } from '../../shared/probe/probe.ts'
import { versions } from '../../shared/probes/versions.ts'
import { type Verdict, type Versions, versionsIn } from '../../shared/probes/versions-file.ts'
import { significant } from '../../shared/text/numbers.ts'
import { inline } from '../text/markdown.ts'
import type { Additions } from './probe-page.ts'
import { readReplay, replay, replayText } from './replay.ts'

export const versionsAdditions: Additions = {
  sortBy: (file) => `${versions.kindOf?.(file)} ${file.scenario}`,
  lead(stored) {
    const { about, cases } = readReplay()
    return replayText(about, replay(stored, cases))
  },
  regions: (stored) => ({ versions: stored.length > 0 ? comparedText(stored) : '' }),
}

/** Returns README's line: the main comparison of each package. */
function comparedText(stored: readonly StoredMeasurement[]): string {
  const files = stored.map(({ file }) => versionsIn(file))
  const main = [...Map.groupBy(files, (file) => file.package).values()].flatMap(mainComparison)
  return `[Comparisons](charts/published/versions) include ${listed(main)}.`
}

/** Returns the latest comparison of requests/s of a package; else that of instructions since the earliest release with a date. */
function mainComparison(files: readonly Versions[]): string[] {
  const comparisonsBy = (metric: string, noun: string) =>
    files.flatMap(({ package: name, first, second, verdicts }) => {
      const verdict = verdicts.find((each) => each.metric === metric)
      const released = first.released ?? ''
      const date = released && ` (${released})`
      const text = `${inline(name)} ${first.version}${date} → ${second.version}`
      return verdict ? [{ released, text: `${text}: ${changeText(verdict, noun)}` }] : []
    })
  const dated = comparisonsBy('instructions', 'instructions').filter(
    ({ released }) => released !== '',
  )
  const earliest = dated.toSorted((one, other) => one.released.localeCompare(other.released)).at(0)
  const main = comparisonsBy('requests', 'requests/s').at(-1) ?? earliest
  return main ? [main.text] : []
}

/** Formats `13% (10 to 17%) more requests/s`. */
function changeText({ ratio, low, high }: Verdict, noun: string): string {
  const [least, most] = [low ?? ratio, high ?? ratio]
  if (least <= 1 && most >= 1) return `no significant change in ${noun}`
  const [value, ...ends] = [ratio, least, most].map((each) =>
    significant(100 * Math.abs(each - 1), 2),
  )
  const [from, to] = ratio > 1 ? ends : ends.reverse()
  return `${value}%${from === to ? '' : ` (${from} to ${to}%)`} ${ratio > 1 ? 'more' : 'fewer'} ${noun}`
}
