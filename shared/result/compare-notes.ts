/** What a reader must know to judge a comparison's rows, each in a line. */
import { type Conditions, describeDifferences, machineDifferences, softwareDifferences } from './comparable.ts'
import type { ComparedServer } from './comparison.ts'
import type { UnsealedResult } from './format.ts'
import { repeatsOf } from './repeats.ts'
import type { RunToRun } from './run-to-run.ts'

export function quickNotes(files: readonly { file: string; result: { quick: boolean } }[]): string[] {
  return files
    .filter(({ result }) => result.quick)
    .map(({ file }) => `${file} is a quick result: it proves that all works, and little of how fast it is`)
}

export function conditionNotes(old: Conditions, recent: Conditions): string[] {
  const differences = [...machineDifferences(old, recent), ...softwareDifferences(old, recent)]
  return differences.length > 0 ? [`old and new differ in ${describeDifferences(differences)}`] : []
}

export function versionNotes(old: UnsealedResult, recent: UnsealedResult): string[] {
  const changes = old.servers.flatMap(({ name, version }) => {
    const other = recent.servers.find((server) => server.name === name)
    return other && other.version !== version ? [`${name} ${version ?? 'none'} and ${other.version ?? 'none'}`] : []
  })
  return changes.length > 0 ? [`versions of packages differ: ${changes.join(', ')}`] : []
}

/**
 * Where one of two runs was not repeated, its part of each interval comes from within it.
 * @param known what unchanged servers differ by from run to run; null where nothing stored tells
 */
export function repeatNotes(
  files: readonly { file: string; result: UnsealedResult }[],
  known: RunToRun | null,
): string[] {
  const single = files.filter(({ result }) => repeatsOf(result).length === 1).map(({ file }) => file)
  if (single.length === 0) return []
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  const figure = known
    ? `between the ${known.repeats} repeats of the published ${known.scenario}, ratios of unchanged servers to ${known.baseline} differed by ${percent(known.median)} in the median and ${percent(known.greatest)} at most`
    : 'a small difference between two runs is no proof'
  const were = single.length > 1 ? 'were' : 'was'
  return [
    `${single.join(' and ')} ${were} not repeated, so that intervals hold what differs within a run and not from run to run: ${figure}`,
  ]
}

export function methodNotes(rows: readonly ComparedServer[], baseline: string, acrossMachines: boolean): string[] {
  if (acrossMachines) return [`only the ratios to ${baseline} are compared`]
  if (rows.every(({ method }) => method === 'requests/s') && rows.some(({ server }) => server !== baseline)) {
    return [
      `compared by plain requests/s, since not both have a number of ${baseline}: a drift of the machine from one run to the other counts as a difference`,
    ]
  }
  const yardstick = rows.find(({ server }) => server === baseline)
  if (yardstick?.difference !== 'faster' && yardstick?.difference !== 'slower') return []
  return [
    `${baseline} itself is ${yardstick.difference}, by plain requests/s: the machine drifted, or all servers changed alike; the other rows are relative to it`,
  ]
}
