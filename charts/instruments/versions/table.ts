/** A row per measured figure of two versions, and notes. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Column, Row } from '../../../shared/probes/column.ts'
import type { UnsealedVersions, VersionsVerdict } from './format.ts'
import { closureChanges, isWorse, statusOf } from './verdict.ts'

export type ShownVerdict = VersionsVerdict & Row & { of: string }

export function versionsRows({
  verdicts,
  package: name,
  server,
}: UnsealedVersions): ShownVerdict[] {
  const none = { version: '', runtime: '', runtimeVersion: '' }
  return verdicts.map((verdict) => ({
    ...verdict,
    ...none,
    of: `${name} under ${server}`,
    displayName: verdict.name,
  }))
}

export const versionsColumns: readonly Column<ShownVerdict, UnsealedVersions>[] = [
  { title: ({ first }) => first.label, key: 'first', format: grouped, value: ({ old }) => old },
  { title: ({ second }) => second.label, key: 'second', format: grouped, value: (row) => row.new },
  {
    title: 'ratio',
    interval: 'behind',
    format: (ratio) => ratio.toFixed(4),
    value: ({ ratio: value, low, high }) => ({ value, low, high }),
  },
  { title: 'verdict', value: verdictText },
  { title: 'cost, second over first', key: 'cost', on: ['data'], better: 'lower', value: costOf },
  { title: 'finds, in 95 of 100', key: 'finds', value: findsText },
]

/** Returns the ratio in one direction for all figures. */
function costOf({ metric, ratio: value, low, high }: VersionsVerdict) {
  // More requests/s cost less.
  if (metric !== 'requests') return { value, low, high }
  return { value: 1 / value, low: high && 1 / high, high: low && 1 / low }
}

const limitText = (share: number) => `${Number((share * 100).toFixed(6))}%`

/** Formats `slower, +1.2%`, the change of the figure: more instructions are slower. */
function verdictText({ verdict, ratio, threshold }: VersionsVerdict): string {
  if (verdict === 'undecided') return verdict
  if (verdict === 'no difference')
    return threshold === 0 ? verdict : `${verdict} larger than ${limitText(threshold)}`
  return `${verdict}, ${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

/** Formats the least difference that is found, such as `0.6%`. */
function findsText({ finds }: VersionsVerdict): string {
  if (finds === null) return ''
  return finds === 0 ? 'any' : limitText(Number(finds.toPrecision(2)))
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
  const caveats = run?.servers.flatMap(({ name, summary }) =>
    (summary?.caveats ?? []).map(
      ({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`,
    ),
  )
  const installed = [first, second].flatMap(({ label, version, commit, siblings }) => {
    const from = commit === null ? [] : [`commit ${commit}`]
    const beside = siblings.length === 0 ? [] : [`with ${siblings.join(', ')} of its repository`]
    const named = [...(label.endsWith(`@${version}`) ? [] : [version]), ...from, ...beside].join(
      ', ',
    )
    return named === '' ? [] : [`${label} is ${named}`]
  })
  const released = [first, second].flatMap(({ label, released }) =>
    released ? `${label} on ${released}` : [],
  )
  return [
    ...installed,
    ...(released.length > 0 ? [`released: ${released.join(', ')}`] : []),
    ...measured.map(({ metric, how, notMeasured }) =>
      notMeasured === null ? `${metric}: ${how}` : `${metric}: not measured: ${notMeasured}`,
    ),
    ...(notCounted === null ? [] : [`no instructions were counted: ${notCounted}`]),
    ...(caveats ?? []),
    ...(changes.length > 0 ? [`its closure changed too: ${changes.join(', ')}`] : []),
    // The directories of files are private.
    `to repeat it${repeat.includes('@file:') ? ', with the directories of the files' : ''}: ${repeat}`,
  ]
}

/** Most figures that the outcome names. */
const NAMED = 3

/** Returns the outcome in one line. */
export function outcomeLine(versions: UnsealedVersions): string {
  if (versions.equal) return 'equal contents: nothing to measure'
  const { measured, verdicts } = versions
  const said = (verdict: VersionsVerdict) => `${verdict.name} ${verdictText(verdict)}`
  const status = statusOf(versions)
  if (status === 1) {
    const limited = (each: VersionsVerdict) =>
      each.threshold > 0 ? ` (limit ${limitText(each.threshold)})` : ''
    const worse = verdicts
      .filter(isWorse)
      .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))
    const more = worse.length > NAMED ? [`${worse.length - NAMED} more`] : []
    return `worse: ${[...worse.slice(0, NAMED).map((each) => `${said(each)}${limited(each)}`), ...more].join('; ')}`
  }
  const failed = measured.flatMap(({ metric, notMeasured }) =>
    notMeasured === null ? [] : [`${metric}: ${notMeasured}`],
  )
  const byVerdict = [...Map.groupBy(verdicts, ({ verdict }) => verdict)]
  const counts = byVerdict.map(([verdict, all]) => `${all.length} ${verdict}`)
  const all = [...failed, ...(verdicts.length > NAMED ? counts : verdicts.map(said))].join('; ')
  return status === 3 ? `could not be measured: ${all}` : `not worse: ${all}`
}
