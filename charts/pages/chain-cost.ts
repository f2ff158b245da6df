/** What the middleware chain costs a server: its time per request against `hello` of the same server, on one machine. */
import type { Result, ServerResult } from '../../shared/results/format.ts'
import type { StoredRun } from '../../shared/results/pool-rule.ts'
import { machineOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import { mapEstimate } from '../../shared/stats/estimate.ts'
import { type Contrast, ratioFrom, sumOf } from '../../shared/stats/intervals.ts'
import { spreadOf } from '../../shared/stats/statistics.ts'
import type { Column } from '../instruments/columns.ts'
import { signedText } from '../text/numbers.ts'
import type { RunRow, RunTable } from '../text/run-columns.ts'

/** The scenario with the chain, and the same small response without it. */
const [CHAIN, WITHOUT] = ['middleware-chain', 'hello']

/** Returns the column of the chain's page; none for other scenarios, or where no machine measured both. */
export function chainColumns(result: PooledResult, results: readonly PooledResult[]): Column<RunRow, RunTable>[] {
  const without = results.find(({ scenario }) => scenario === WITHOUT)
  const pair = result.scenario === CHAIN && without ? closestPair(result.runs, without.runs) : null
  if (!pair) return []
  const [chain, hello] = pair
  return [
    {
      title: `the chain’s share, %`,
      format: signedText,
      interval: 'behind',
      value({ name }) {
        const times = timesOf(name, chain, hello)
        if (!times) return null
        const { ratio: value, low, high } = ratioFrom(sumOf(times.chain, negative(times.hello)))
        return mapEstimate({ value, low, high }, (ratio) => 100 * (ratio - 1))
      },
    },
    {
      title: 'and µs',
      format: signedText,
      value({ name }) {
        const times = timesOf(name, chain, hello)
        return times && 1e6 * (Math.exp(times.chain.difference) - Math.exp(times.hello.difference))
      },
    },
  ]
}

/** Returns the runs of one machine that are closest in time: machines change from hour to hour. */
function closestPair(chains: readonly StoredRun[], others: readonly StoredRun[]): [Result, Result] | null {
  const apart = ([one, other]: [Result, Result]) => Math.abs(Date.parse(one.startedAt) - Date.parse(other.startedAt))
  const pairs = chains.flatMap((chain) =>
    others
      .filter((other) => machineOf(other) === machineOf(chain))
      .map((other): [Result, Result] => [chain.file, other.file]),
  )
  return pairs.toSorted((a, b) => apart(a) - apart(b))[0] ?? null
}

/** Returns the logarithms of a server's mean time per request, in seconds; null without two trials each. */
function timesOf(name: string, chain: Result, hello: Result): Record<'chain' | 'hello', Contrast> | null {
  const [with_, without] = [chain, hello].map((result) => timeIn(result.servers.find((server) => server.name === name)))
  return with_ && without ? { chain: with_, hello: without } : null
}

function timeIn(server: ServerResult | undefined): Contrast | null {
  if (!server?.summary || server.trials.length < 2) return null
  const { mean, sd } = spreadOf(server.trials.map(({ requests }) => -Math.log(requests.perSecond)))
  const { length: n } = server.trials
  return { difference: mean, variance: { value: sd ** 2 / n, degreesOfFreedom: n - 1 } }
}

const negative = (contrast: Contrast): Contrast => ({ ...contrast, difference: -contrast.difference })
