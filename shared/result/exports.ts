/** Counts as CSV. */
import { csvText } from '../basics/csv.ts'
import type { Counts } from './instructions.ts'

/** Null where no server has a figure. */
export function csvOfCounts({ scenario, startedAt, servers }: Counts): string | null {
  if (servers.every(({ summary }) => summary === null)) return null
  const head = ['scenario', 'started_at', 'server', 'version', 'runtime', 'instructions_per_request', 'low', 'high']
  const rows = servers.map(({ name, version, runtime, runtimeVersion, summary, refusal }) => [
    ...[scenario, startedAt, name, version, `${runtime} ${runtimeVersion}`],
    ...[summary?.javascript ?? null, summary?.low ?? null, summary?.high ?? null, refusal],
  ])
  return csvText([[...head, 'disqualified'], ...rows])
}
