import type { LatencyProtocol, LatencyServer } from '../../../charts/instruments/latency/format.ts'
import latency from '../../../charts/instruments/latency/instrument.ts'
import { summarizePoints } from '../../../charts/instruments/latency/summary.ts'
import { aboutTime, grouped, plural } from '../../../shared/basics/text.ts'
import { value } from '../../cli/command.ts'
import { objective, processes, randomSeed, rates, seconds, shares } from '../../cli/options.ts'
import { builtin } from '../../load/builtin/builtin.ts'
import { serversCommand } from '../servers.ts'
import { measureLatency } from './measure.ts'
import { expectedLatencySeconds, defaultLatencyProtocol as standard } from './rates.ts'

export default serversCommand({
  shows: latency,
  description: 'latency in an open loop, at the same rates for all servers and at shares of each maximum',
  options: {
    rates: value('<a,b>', 'requests/s, or none', rates, { standard: [...standard.rates] }),
    shares: value(
      '<a,b>',
      'percent of the maximum of each process, or none (default: 50,80; none with --quick)',
      shares,
    ),
    seconds: value('<s>', 'seconds of load at a rate, at least', seconds, { standard: standard.seconds, quick: 0.5 }),
    processes: processes(standard.rounds, 1),
    slo: value('<objective>', 'also the highest rate with that, such as "p99<20ms"', objective),
    seed: randomSeed,
  },
  prepare: async (_, pinning) => ({ tool: builtin.version(), pinning }),
  protocol({ rates, seconds, processes: rounds, slo = null, seed = 0, quick, ...given }): LatencyProtocol {
    const shares = given.shares ?? (quick ? [] : [...standard.shares])
    return { ...standard, rates, shares, seconds, rounds, objective: slo, seed }
  },
  opening(protocol, { length }) {
    const { rates, shares, rounds, objective } = protocol
    const shown = [
      ...rates.map((rate) => `${grouped(rate)}/s`),
      ...shares.map((share) => `${Math.round(share * 100)}% of the maximum`),
      ...(objective === null ? [] : [`the highest rate with ${objective.quantile} < ${objective.milliseconds} ms`]),
    ]
    const about = aboutTime(expectedLatencySeconds(protocol, length))
    return `${plural(rounds, 'process', 'processes')} each, ${shown.join(', ')}, ${about}`
  },
  measure: async (plan) => ({ servers: await measureLatency(plan) }),
  failed: ({ servers }) => servers.some((server) => server.refusal !== null || hasNoFigure(server)),
})

/** Returns whether the generator stalled in every load at every rate. */
function hasNoFigure(server: LatencyServer): boolean {
  const points = summarizePoints(server)
  return points.length > 0 && points.every(({ counted }) => counted === 0)
}
