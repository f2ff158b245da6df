/** Additions to the page of versions: the replay of documented changes, and README's line. */
import { listed } from '../../shared/basics/text.ts'
import type { StoredMeasurement } from '../../shared/probe/probe.ts'
import { versions } from '../../shared/probes/versions.ts'
import {
  isWorse,
  type Verdict,
  type Versions,
  versionsIn,
} from '../../shared/probes/versions-file.ts'
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

/** Comparisons that README names. */
const NAMED = 3

/** Returns README's line: the largest main comparisons of packages, and releases that became slower. */
function comparedText(stored: readonly StoredMeasurement[]): string {
  const files = stored.map(({ file }) => versionsIn(file))
  const ofPackages = [...Map.groupBy(files, (file) => file.package).values()]
  const main = ofPackages
    .flatMap(mainComparison)
    .sort((one, other) => other.change - one.change)
    .slice(0, NAMED)
    .map(({ text }) => text)
  const slower = [...comparisonsBy(files, 'requests'), ...comparisonsBy(files, 'instructions')]
    .filter(({ isSlower, released, text }) => isSlower && released !== '' && !main.includes(text))
    .map(({ text }) => text)
  const worse = slower.length > 0 ? `; worse: ${listed(slower)}` : ''
  return `[Comparisons](charts/published/versions) include ${listed(main)}${worse}.`
}

const NOUNS = { requests: 'requests/s', instructions: 'instructions' }

/** Describes the comparisons of a metric. */
function comparisonsBy(files: readonly Versions[], metric: keyof typeof NOUNS) {
  return files.flatMap(({ package: name, first, second, verdicts }) => {
    const verdict = verdicts.find((each) => each.metric === metric)
    const released = first.released ?? ''
    if (!verdict) return []
    const text = `${inline(name)} ${first.version} → ${second.version}: ${changeText(verdict, NOUNS[metric])}`
    return [
      { released, isSlower: isWorse(verdict), change: Math.abs(Math.log(verdict.ratio)), text },
    ]
  })
}

/** Returns the latest comparison of requests/s of a package; else that of instructions since the earliest release with a date. */
function mainComparison(files: readonly Versions[]) {
  const dated = comparisonsBy(files, 'instructions').filter(({ released }) => released !== '')
  const earliest = dated.toSorted((one, other) => one.released.localeCompare(other.released)).at(0)
  const main = comparisonsBy(files, 'requests').at(-1) ?? earliest
  return main ? [main] : []
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
