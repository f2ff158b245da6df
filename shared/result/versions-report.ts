/** How two versions of a package are shown: in a terminal, and in a pull request. */
import { markdownTable } from 'markdown-table'
import { grouped, plural } from '../basics/text.ts'
import { textTable } from '../basics/text-table.ts'
import type { UnsealedVersions } from './versions.ts'
import {
  closureChanges,
  failedVerdicts,
  unsettledIn,
  type VersionsVerdict,
  versionsVerdicts,
} from './versions-verdict.ts'

export function versionsText(versions: UnsealedVersions): string {
  const { head, body } = versionsTable(versions)
  const alignments = head.map((_, column) => (column === 0 || column === head.length - 1 ? 'left' : 'right'))
  return [leadOf(versions), textTable(head, body, alignments), ...notesOf(versions), ...gateLines(versions)].join('\n')
}

export function versionsMarkdown(versions: UnsealedVersions): string {
  const { head, body } = versionsTable(versions)
  const align = head.map((_, column) => (column === 0 || column === head.length - 1 ? 'l' : 'r'))
  const cells = [head, ...body].map((row) => row.map(escaped))
  const notes = notesOf(versions).map((line) => `- ${escaped(line)}`)
  const outcome = gateLines(versions).map((line) => `**${escaped(line)}**`)
  const parts = [`### ${escaped(leadOf(versions))}`, markdownTable(cells, { align }), notes.join('\n'), ...outcome]
  return parts.filter(Boolean).join('\n\n')
}

/** What is said in the place of a comparison that could not be made. */
export function unmeasurableMarkdown(reason: string): string {
  return `### Two versions could not be measured\n\n${escaped(reason)}`
}

/** What Markdown would take for a mark-up or a column's end. */
function escaped(line: string): string {
  return line.replaceAll(/[\\|*_~`<>[\]#!&]/g, '\\$&')
}

function leadOf({ package: name, scenario, server, first, second }: UnsealedVersions): string {
  return `${name}: ${second.label} against ${first.label}, under ${server} in ${scenario}`
}

/** `slower, +1.2%`: the change is that of the figure, so that more instructions are slower. */
function verdictText({ difference, ratio }: Pick<VersionsVerdict, 'difference' | 'ratio'>): string {
  if (difference === 'none') return 'no difference'
  if (difference === 'unknown') return 'undecided'
  return `${difference}, ${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

const METRICS = { instructions: 'instructions/request', requests: 'requests/s' } as const

export function versionsTable(versions: UnsealedVersions): { head: string[]; body: string[][] } {
  const { first, second } = versions
  const head = ['', first.label, second.label, 'ratio', '95% interval', 'difference']
  const body = versionsVerdicts(versions).map((verdict) => [
    METRICS[verdict.metric],
    grouped(verdict.first),
    grouped(verdict.second),
    verdict.ratio.toFixed(4),
    verdict.low === null || verdict.high === null ? '' : `${verdict.low.toFixed(4)}–${verdict.high.toFixed(4)}`,
    verdictText(verdict),
  ])
  return { head, body }
}

/** How much was done, and what a reader must know of it. */
export function notesOf(versions: UnsealedVersions): string[] {
  const { counts, run, notCounted, first, second } = versions
  const changes = closureChanges(versions)
  const unsettled = unsettledIn(versions)
  const marks = run?.servers.flatMap(({ name, summary }) =>
    (summary?.verdicts ?? []).map(({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`),
  )
  const installed = [first, second].flatMap(({ label, version }) =>
    label.endsWith(`@${version}`) ? [] : [`${label} is ${version}`],
  )
  return [
    ...installed,
    ...(counts
      ? [
          `instructions: ${counts.protocol.processes} fresh processes of each in turns, ${grouped(counts.protocol.requests)} requests each, counted by ${counts.protocol.counter}`,
        ]
      : []),
    ...(notCounted === null ? [] : [`instructions were not counted: ${notCounted}`]),
    ...(run ? [`requests/s: ${plural(run.rounds.length, 'round')} with both in turns, in random order`] : []),
    ...(unsettled.length > 0 ? [`not settled, so less sure than it looks: ${unsettled.join(', ')}`] : []),
    ...(marks ?? []),
    ...(changes.length > 0 ? [`its closure changed too: ${changes.join(', ')}`] : []),
  ]
}

function gateLines(versions: UnsealedVersions): string[] {
  const { failBelow } = versions
  if (failBelow === null) return []
  const limit = `${Number((failBelow * 100).toFixed(6))}%`
  const failed = failedVerdicts(versions)
  if (failed.length === 0) return [`gate passed: not slower by more than ${limit} with confidence`]
  const found = failed.map((verdict) => `${METRICS[verdict.metric]} ${verdictText(verdict)}`).join(', ')
  return [`gate failed: slower by more than ${limit} with confidence: ${found}`]
}
