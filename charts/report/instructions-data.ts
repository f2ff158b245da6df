/** Instructions per request of a scenario's servers. */
import { countMarks } from '../../shared/results/counts-summary.ts'
import type { CountedServer, Counts } from '../../shared/results/instructions.ts'
import type { Stored } from '../../shared/results/stored-files.ts'
import type { CountFigures, InstructionsData } from './data.ts'
import { figure, rounded } from './figures.ts'

/** @param names of servers, in the order of the report */
export function instructionsOf({ file: counts, path }: Stored<Counts>, names: readonly string[]): InstructionsData {
  const servers = names.map((name) => counts.servers.find((server) => server.name === name))
  return {
    file: path,
    conditions: conditionsOf(counts),
    servers: servers.map((server) => (server ? figuresOf(server) : null)),
  }
}

function conditionsOf({ startedAt, environment, protocol, counterVersion }: Counts): string {
  const { counter, processes, requests } = protocol
  return `counted on ${startedAt.slice(0, 10)} by ${counter} (${counterVersion}) on ${environment.cpuModel}: ${processes} processes of each server × ${requests} requests, one at a time on one connection`
}

function figuresOf(server: CountedServer): CountFigures | null {
  const { summary } = server
  if (!summary) return null
  return {
    javascript: figure(summary.javascript, summary.low, summary.high),
    others: rounded(summary.others),
    marks: countMarks(summary),
  }
}
