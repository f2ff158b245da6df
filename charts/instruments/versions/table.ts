/** A row per metric of two versions, and notes. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Column, Row } from '../columns.ts'
import type { UnsealedVersions } from './format.ts'
import {
  closureChanges,
  differenceOf,
  failedVerdicts,
  METRICS,
  unsettledIn,
  type VersionsVerdict,
  versionsVerdicts,
} from './verdict.ts'

export type VersionsRow = VersionsVerdict & Row

export function versionsRows(versions: UnsealedVersions): VersionsRow[] {
  const none = { version: '', runtime: '', runtimeVersion: '' }
  return versionsVerdicts(versions).map((verdict) => {
    const name = METRICS[verdict.metric]
    return { ...verdict, ...none, name, displayName: name }
  })
}

export const versionsColumns: readonly Column<VersionsRow, UnsealedVersions>[] = [
  { title: ({ first }) => first.label, key: 'first', format: grouped, value: ({ old }) => old },
  { title: ({ second }) => second.label, key: 'second', format: grouped, value: (row) => row.new },
  {
    title: 'ratio',
    interval: 'range',
    format: (ratio) => ratio.toFixed(4),
    value: ({ ratio: value, low, high }) => ({ value, low, high }),
  },
  { title: 'difference', value: differenceText },
]

/** Formats `slower, +1.2%`, the change of the figure: more instructions are slower. */
function differenceText({ verdict, ratio }: Pick<VersionsVerdict, 'verdict' | 'ratio'>): string {
  const difference = differenceOf({ verdict })
  if (difference === 'none') return 'no difference'
  if (difference === 'unknown') return 'undecided'
  return `${difference}, ${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

export function leadOf(
  { package: name, scenario, server }: Pick<UnsealedVersions, 'package' | 'scenario' | 'server'>,
  [first, second]: readonly [string, string],
): string {
  return `${name}: ${second} against ${first}, under ${server} in ${scenario}`
}

/** Describes the method and caveats, one per line. */
export function versionsNotes(versions: UnsealedVersions): string[] {
  const { counts, run, notCounted, first, second } = versions
  const changes = closureChanges(versions)
  const unsettled = unsettledIn(versions)
  const caveats = run?.servers.flatMap(({ name, summary }) =>
    (summary?.caveats ?? []).map(({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`),
  )
  const installed = [first, second].flatMap(({ label, version }) =>
    label.endsWith(`@${version}`) ? [] : [`${label} is ${version}`],
  )
  return [
    ...installed,
    ...(counts
      ? [
          `instructions: ${counts.protocol.processes} fresh processes of each, interleaved, ${grouped(counts.protocol.requests)} requests each, counted by ${counts.protocol.counter}`,
        ]
      : []),
    ...(notCounted === null ? [] : [`instructions were not counted: ${notCounted}`]),
    ...(run ? [`requests/s: ${plural(run.rounds.length, 'round')} with both, interleaved in random order`] : []),
    ...(unsettled.length > 0 ? [`not settled, so less certain than it looks: ${unsettled.join(', ')}`] : []),
    ...(caveats ?? []),
    ...(changes.length > 0 ? [`its closure changed too: ${changes.join(', ')}`] : []),
  ]
}

/** Returns the outcome of the gate in one line; empty without a gate. */
export function gateLines(versions: UnsealedVersions): string[] {
  const { failBelow } = versions
  if (failBelow === null) return []
  const limit = `${Number((failBelow * 100).toFixed(6))}%`
  const failed = failedVerdicts(versions)
  if (failed.length === 0) return [`gate passed: not slower by more than ${limit} with confidence`]
  const found = failed.map((verdict) => `${METRICS[verdict.metric]} ${differenceText(verdict)}`).join(', ')
  return [`gate failed: slower by more than ${limit} with confidence: ${found}`]
}
