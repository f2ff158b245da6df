/** The scenario's load with several requests in flight on each connection, beside the default of one. */
import type { Column } from '../../shared/probe/column.ts'
import { type Contents, columnOf, type SubjectRow } from '../../shared/probe/probe.ts'
import { ratio } from '../../shared/probes/run.ts'
import { inFlightOf, isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { runsText } from '../text/conditions.ts'
import { blocks, list } from '../text/markdown.ts'

/** Returns a column of ratios per number of requests in flight. */
export function pipelinedColumns(
  pipelined: readonly PooledResult[],
): Column<SubjectRow, Contents>[] {
  return pipelined.map((result) => ({
    ...columnOf(ratio),
    title: `× ${result.details.baseline}, ${inFlightOf(result)} in flight`,
    value: ({ name }) =>
      result.subjects.find((server) => server.name === name)?.summary?.ratioToBaseline ?? null,
  }))
}

/** Explains the columns and their empty cells; empty without columns. */
export function pipelinedText(
  pipelined: readonly PooledResult[],
  disqualificationText: (server: PooledResult['subjects'][number]) => string[],
): string {
  return blocks(
    ...pipelined.map((result) => {
      const inFlight = `${inFlightOf(result)} in flight`
      return blocks(
        `**${inFlight}** (${runsText(result)}): a connection sends up to ${inFlightOf(result)} requests before their responses arrive (HTTP pipelining). A server can then read several at once, so system calls weigh less, and its own work per request weighs more. The default is 1, since most clients do not pipeline: browsers and Node’s \`http.Agent\` never do, and Node’s \`fetch\` (undici) does not by default.${isProvisional(result) ? ' Compare servers within this column only: a machine that failed its health check slows heavy servers more than light ones.' : ''}`,
        list(
          result.subjects.flatMap(disqualificationText).map((line) => `With ${inFlight}: ${line}`),
        ),
      )
    }),
  )
}
