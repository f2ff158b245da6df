/** A row per measured figure of two versions, and notes. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Column, Row } from '../columns.ts'
import type { UnsealedVersions, VersionsVerdict } from './format.ts'
import { closureChanges, isWorse, statusOf, unsettledIn } from './verdict.ts'

export type ShownVerdict = VersionsVerdict & Row

export function versionsRows({ verdicts }: UnsealedVersions): ShownVerdict[] {
  const none = { version: '', runtime: '', runtimeVersion: '' }
  return verdicts.map((verdict) => ({ ...verdict, ...none, displayName: verdict.name }))
}

export const versionsColumns: readonly Column<ShownVerdict, UnsealedVersions>[] = [
  { title: ({ first }) => first.label, key: 'first', format: grouped, value: ({ old }) => old },
  { title: ({ second }) => second.label, key: 'second', format: grouped, value: (row) => row.new },
  {
    title: 'ratio',
    interval: 'range',
    format: (ratio) => ratio.toFixed(4),
    value: ({ ratio: value, low, high }) => ({ value, low, high }),
  },
  { title: 'verdict', value: verdictText },
]

export const limitText = (share: number) => `${Number((share * 100).toFixed(6))}%`

/** Formats `slower, +1.2%`, the change of the figure: more instructions are slower. */
function verdictText({ verdict, ratio, threshold }: VersionsVerdict): string {
  if (verdict === 'undecided') return verdict
  if (verdict === 'no difference') return threshold === 0 ? verdict : `${verdict} larger than ${limitText(threshold)}`
  return `${verdict}, ${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

export function leadOf(
  { package: name, scenario, server }: Pick<UnsealedVersions, 'package' | 'scenario' | 'server'>,
  [first, second]: readonly [string, string],
): string {
  return `${name}: ${second} against ${first}, under ${server} in ${scenario}`
}

/** Describes the method and caveats, one per line. */
export function versionsNotes(versions: UnsealedVersions): string[] {
  const { measured, run, notCounted, repeat, first, second } = versions
  const changes = closureChanges(versions)
  const unsettled = unsettledIn(versions)
  const caveats = run?.servers.flatMap(({ name, summary }) =>
    (summary?.caveats ?? []).map(({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`),
  )
  const installed = [first, second].flatMap(({ label, version, commit }) => {
    const from = commit === null ? [] : [`commit ${commit}`]
    const named = [...(label.endsWith(`@${version}`) ? [] : [version]), ...from].join(', ')
    return named === '' ? [] : [`${label} is ${named}`]
  })
  return [
    ...installed,
    ...measured.map(({ metric, how, notMeasured }) =>
      notMeasured === null ? `${metric}: ${how}` : `${metric}: not measured: ${notMeasured}`,
    ),
    ...(notCounted === null ? [] : [`no instructions were counted: ${notCounted}`]),
    ...(unsettled.length > 0 ? [`undecided where too few processes settled: ${unsettled.join(', ')}`] : []),
    ...(caveats ?? []),
    ...(changes.length > 0 ? [`its closure changed too: ${changes.join(', ')}`] : []),
    // The directories of files are private.
    `to repeat it${repeat.includes('@file:') ? ', with the directories of the files' : ''}: ${repeat}`,
  ]
}

/** Returns the outcome in one line. */
export function outcomeLine(versions: UnsealedVersions): string {
  if (versions.equal) return 'equal contents: nothing to measure'
  const { measured, verdicts } = versions
  const said = (verdict: VersionsVerdict) => `${verdict.name} ${verdictText(verdict)}`
  const status = statusOf(versions)
  if (status === 1) {
    const limited = (each: VersionsVerdict) => (each.threshold > 0 ? ` (limit ${limitText(each.threshold)})` : '')
    return `worse: ${verdicts
      .filter(isWorse)
      .map((each) => `${said(each)}${limited(each)}`)
      .join('; ')}`
  }
  const failed = measured.flatMap(({ metric, notMeasured }) =>
    notMeasured === null ? [] : [`${metric}: ${notMeasured}`],
  )
  const all = [...failed, ...verdicts.map(said)].join('; ')
  return status === 3 ? `could not be measured: ${all}` : `not worse: ${all}`
}
