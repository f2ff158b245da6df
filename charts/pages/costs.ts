/** Curves of CPU time per request against the rate, from the processes of `latency` and the differences between machines of `run`. */

import { mean } from 'simple-statistics'
import type { Subject } from '../../shared/format/measurement.ts'
import { firstOf, type StoredMeasurement } from '../../shared/probe/probe.ts'
import { isSustained } from '../../shared/probes/latency.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { LEAST_PROCESSES } from '../../shared/stats/claims.ts'
import type { CostPoint, Costs, ServerCost } from '../../shared/stats/cost.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { studentInterval } from '../../shared/stats/intervals.ts'
import { levelBetween } from '../../shared/stats/pool.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { provisionalLines } from '../text/conditions.ts'

/** Unit of CPU times that the kernel reports, in µs. */
const TICK = 10_000

/** Returns the costs by scenario, where both latencies and runs are published. */
export function costsIn(
  stored: readonly Pick<StoredMeasurement, 'file'>[],
  published: readonly Published[],
): Record<string, Costs> {
  return Object.fromEntries(
    stored.flatMap(({ file }) => {
      const { scenario = '', subjects } = file
      const result = published.find((each) => each.result.scenario === scenario)?.result
      const costs =
        result && costsOf(subjects, result, provisionalLines(file, published).length > 0)
      return costs && Object.keys(costs.servers).length > 0 ? [[scenario, costs]] : []
    }),
  )
}

/**
 * Returns the costs of servers that hold a rate below their maximum. They are the absolute times that `latency` measured: the
 * figures of `run` are at the maximum only, and mostly from other machines.
 */
export function costsOf(
  subjects: readonly Subject[],
  result: PooledResult,
  isProvisional = false,
): Costs {
  const servers = [...Map.groupBy(subjects, ({ name }) => name)].flatMap(([name, rates]) => {
    const curve = costCurve(rates)
    return curve.length > 1
      ? [[name, { curve, machineEffect: machineEffectOf(name, result) }] as [string, ServerCost]]
      : []
  })
  const most = Math.max(0, ...subjects.map(({ samples }) => samples.length))
  return sixDigits({
    level: levelBetween(),
    isProvisional,
    quantiles: Array.from({ length: most + 1 }, (_, n) =>
      n < LEAST_PROCESSES ? null : studentInterval(0, { value: 1, degreesOfFreedom: n - 1 }).high,
    ),
    servers: Object.fromEntries(servers),
  })
}

/** At its maximum a server saturates its CPU, so that a request takes 1 / requests/s. */
function costCurve(rates: readonly Subject[]): CostPoint[] {
  const maxima = (rates[0]?.samples ?? []).flatMap(({ round, values: { maximum } }) =>
    typeof maximum === 'number' && maximum > 0 ? [[round, maximum] as const] : [],
  )
  if (maxima.length === 0) return []
  const maximum = Math.exp(mean(maxima.map(([, perSecond]) => Math.log(perSecond))))
  const points = rates.filter(isSustained).flatMap((server): CostPoint[] => {
    const rate = Number(firstOf(server, 'rate'))
    const processes = server.samples.flatMap(({ round, values: { cpu, completed } }) =>
      // A time of zero is less than half a tick.
      typeof cpu === 'number'
        ? [[round, Math.max(cpu, TICK / 2 / Number(completed))] as const]
        : [],
    )
    return processes.length === 0 || rate >= maximum ? [] : [{ rate, processes }]
  })
  return [
    ...points.sort((a, b) => a.rate - b.rate),
    {
      rate: maximum,
      processes: maxima.map(([round, perSecond]) => [round, 1e6 / perSecond] as const),
    },
  ]
}

/** Returns the prediction of the ratio to the baseline on another machine, relative to the ratio, which is unknown without runs. */
function machineEffectOf(name: string, { pooled, details: { baseline } }: PooledResult): Estimate {
  if (name === baseline) return { value: 1, low: 1, high: 1 }
  const server = pooled.get(name)
  if (!server) return { value: 1, low: null, high: null }
  const { ratio, machines } = server
  // The curve is of one machine, not of the mean of all, whose own deviation the prediction has once and a share.
  const half =
    (Math.log(ratio.predicted.high / ratio.predicted.low) / 2) * Math.sqrt(2 / (1 + 1 / machines))
  return { value: 1, low: Math.exp(-half), high: Math.exp(half) }
}
