/** What a reader must know to judge a comparison's rows, each in a line. */
import { type Conditions, describeDifferences, machineDifferences, softwareDifferences } from './comparable.ts'
import type { ComparedServer } from './comparison.ts'
import type { UnsealedResult } from './format.ts'

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

/** Two runs differ in more than what their intervals hold. */
export const RUN_TO_RUN =
  'intervals hold what differs within a run and not from run to run: a small difference between two runs is no proof'

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
