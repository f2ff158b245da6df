/**
 * Changes of speed or size that are on record, and whether `versions` finds them. `results/replay.json` is hand-written: who
 * reported what, and the figure that should show it. The newest comparison of the same versions has the rest.
 */
import { z } from 'zod'
import { ROOT } from '../../shared/basics/root.ts'
import { duration } from '../../shared/basics/text.ts'
import { readJson } from '../../shared/format/stored-files.ts'
import type { StoredMeasurement } from '../../shared/probe/probe.ts'
import { versions } from '../../shared/probes/versions.ts'
import { isWorse, type Verdict, versionsIn } from '../../shared/probes/versions-file.ts'
import { blocks, columnsTable, inline, list } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'

const Case = z.strictObject({
  first: z.string().regex(/.@./).describe('as on the command line'),
  second: z.string().regex(/.@./),
  server: z.string().min(1),
  scenario: z.string().min(1),
  reported: z.string().min(1).describe('what the report says, in a few words'),
  report: z.url(),
  expected: z.enum(['worse', 'better']),
  figure: z.string().min(1).describe('that should show it'),
  least: z
    .number()
    .positive()
    .optional()
    .describe('the smallest change that is the reported one, as a share'),
  note: z.string().min(1).optional().describe('what a reader must know of the comparison'),
})

export type Case = z.infer<typeof Case>

const Replay = z.strictObject({
  about: z.string().describe('what a reader must know of all comparisons'),
  cases: z.array(Case),
})

/** @throws UsageError that names the first invalid field */
export function readReplay(root = ROOT): z.infer<typeof Replay> {
  return readJson('results/replay.json', Replay, root) ?? { about: '', cases: [] }
}

interface Replayed extends Case {
  stored: StoredMeasurement | undefined
  verdict: Verdict | undefined
  outcome: string
}

/** @param stored the newest comparison of each pair */
export function replay(stored: readonly StoredMeasurement[], cases: readonly Case[]): Replayed[] {
  return cases.map((each) => {
    const comparison = stored.find(({ file }) => {
      const { first, second, server, scenario } = versionsIn(file)
      return (
        first.spec === each.first &&
        second.spec === each.second &&
        server === each.server &&
        scenario === each.scenario
      )
    })
    const verdict =
      comparison && versionsIn(comparison.file).verdicts.find(({ name }) => name === each.figure)
    return { ...each, stored: comparison, verdict, outcome: outcomeOf(each, verdict) }
  })
}

const FOUND = 'found'
const MISSING = 'not measured'

function outcomeOf({ expected, least = 0 }: Case, verdict: Verdict | undefined): string {
  if (!verdict) return MISSING
  if (verdict.verdict === 'no difference' || verdict.verdict === 'undecided') return verdict.verdict
  if (isWorse(verdict) !== (expected === 'worse')) return 'the opposite'
  return Math.abs(verdict.ratio - 1) < least ? 'smaller than reported' : FOUND
}

/** Returns how many are found, in a sentence. */
function replaySentence(replayed: readonly Replayed[]): string {
  const found = replayed.filter(({ outcome }) => outcome === FOUND).length
  const missing = replayed.filter(({ outcome }) => outcome === MISSING).length
  const more = missing === 0 ? '' : `; ${missing} more are not measured yet`
  return replayed.length === 0
    ? ''
    : `\`versions\` detected ${found} of ${replayed.length - missing} documented changes${more}.`
}

/** Returns a row per case. */
export function replayText(about: string, replayed: readonly Replayed[]): string {
  if (replayed.length === 0) return ''
  const link = linkFrom(pagePath('versions'))
  const notes = replayed.flatMap(({ note, ...each }) =>
    note ? [`${inline(shownPair(each))}: ${inline(note)}`] : [],
  )
  return blocks(
    `${replaySentence(replayed)} Each row links the report, and the section with all figures and the command that repeats it. Time is that of the whole command, including installation. ${about} [The gate](${link('results/experiments/statistics.md#the-gate')}) tests this on equal versions and planted slowdowns.`,
    columnsTable(replayed, [
      ['versions', versionsText],
      ['reported', ({ reported, report }) => `[${inline(reported)}](${report})`, 'left'],
      ['figure', ({ figure }) => inline(figure), 'left'],
      ['outcome', ({ outcome }) => (outcome === FOUND ? `**${outcome}**` : outcome), 'left'],
      ['change', ({ verdict }) => (verdict ? changeText(verdict) : '')],
      ['time, min:s', ({ stored }) => (stored ? timeText(stored.file) : '')],
    ]),
    list(notes),
  )
}

/** Formats `zod 4.3.6 → 4.4.3`. */
const shownPair = ({ first, second }: Pick<Case, 'first' | 'second'>) =>
  `${first.replace(/@(?=[^@]+$)/, ' ')} → ${second.slice(second.lastIndexOf('@') + 1)}`

function versionsText({ stored, ...each }: Replayed): string {
  const text = inline(shownPair(each))
  return stored ? `[${text}](#${anchorOf(versions.heading?.(stored.file) ?? '')})` : text
}

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

function changeText({ ratio, low, high }: Verdict): string {
  const percent = (value: number) =>
    `${value >= 1 ? '+' : '−'}${Math.abs((value - 1) * 100).toFixed(1)}%`
  const ends = low === null || high === null ? [] : [...new Set([low, high].map(percent))]
  return `${percent(ratio)}${ends.length < 2 ? '' : ` (${ends.join(' to ')})`}`
}

const timeText = ({ startedAt, finishedAt }: StoredMeasurement['file']) =>
  duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
