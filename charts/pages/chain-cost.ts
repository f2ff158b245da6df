/** The cost of the middleware chain: its time per request against `hello` of the same server on the same machine. */
import type { Result } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import { type Contents, meanOf, type SubjectRow } from '../../shared/probe/probe.ts'
import type { StoredRun } from '../../shared/results/pool-rule.ts'
import { machineOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import { signedText } from '../../shared/text/numbers.ts'

/** The scenario with the chain, and the same small response without it. */
const [CHAIN, WITHOUT] = ['middleware-chain', 'hello']

/**
 * Returns the columns of the chain's page: a figure per machine that measured both, since machines differ more than an interval of
 * one shows. None for other scenarios, or without such a machine.
 */
export function chainColumns(
  result: PooledResult,
  results: readonly PooledResult[],
): Column<SubjectRow, Contents>[] {
  const helloResult = results.find(({ scenario }) => scenario === WITHOUT)
  const pairs =
    result.scenario === CHAIN && helloResult ? pairsOf(result.runs, helloResult.runs) : []
  if (pairs.length === 0) return []
  const column = (
    title: string,
    combine: (chain: number, hello: number) => number,
  ): Column<SubjectRow, Contents> => ({
    title,
    format: signedText,
    interval: 'behind',
    value({ name }) {
      const points = pairs.flatMap(([chain, hello]) => {
        const [chainTime, helloTime] = [chain, hello].map((run) => timeIn(run, name))
        return chainTime && helloTime ? [combine(chainTime, helloTime)] : []
      })
      return points.length > 0 ? meanOf(points) : null
    },
  })
  return [
    column(`over ${WITHOUT}, %, per machine`, (chain, hello) => 100 * (chain / hello - 1)),
    column(`over ${WITHOUT}, µs, per machine`, (chain, hello) => chain - hello),
  ]
}

/** Returns, by machine, the runs that are closest in time: machines change from hour to hour. */
function pairsOf(chains: readonly StoredRun[], others: readonly StoredRun[]): [Result, Result][] {
  const timeBetween = ([one, other]: [Result, Result]) =>
    Math.abs(Date.parse(one.startedAt) - Date.parse(other.startedAt))
  return [...Map.groupBy(chains, machineOf)].flatMap(([machine, runs]) => {
    const pairs = runs.flatMap((chain) =>
      others
        .filter((other) => machineOf(other) === machine)
        .map((other): [Result, Result] => [chain.file, other.file]),
    )
    return pairs.toSorted((a, b) => timeBetween(a) - timeBetween(b)).slice(0, 1)
  })
}

/** Returns a server's µs per request in a run; null without a figure. */
function timeIn({ subjects: servers }: Result, name: string): number | null {
  const summary = servers.find((server) => server.name === name)?.summary
  return summary ? 1e6 / summary.requestsPerSecond.value : null
}
