/** Instructions per request of a scenario's servers. */
import { countMarks, javascriptOf } from '../../shared/results/counts-summary.ts'
import type { CountedServer, Counts } from '../../shared/results/instructions.ts'
import type { Stored } from '../../shared/results/stored-files.ts'
import { unpairedRatioInterval } from '../../shared/stats/estimates.ts'
import type { CountFigures, InstructionsData } from './data.ts'
import { figure, rounded } from './figures.ts'
import { pairTable, type Ratio } from './pairs.ts'

/** @param names of servers, in the order of the report */
export function instructionsOf({ file: counts, path }: Stored<Counts>, names: readonly string[]): InstructionsData {
  const servers = names.map((name) => counts.servers.find((server) => server.name === name))
  return {
    file: path,
    conditions: conditionsOf(counts),
    servers: servers.map((server) => (server ? figuresOf(server) : null)),
    pairs: pairTable(names.length, (a, b) => ratioBetween(servers[a], servers[b])),
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

/** Returns the ratio of geometric means over processes, with Welch's interval. */
function ratioBetween(first: CountedServer | undefined, second: CountedServer | undefined): Ratio | null {
  if (!first?.summary || !second?.summary) return null
  const interval = unpairedRatioInterval(first.processes.map(javascriptOf), second.processes.map(javascriptOf))
  return interval ?? { ratio: first.summary.javascript / second.summary.javascript, low: null, high: null }
}
