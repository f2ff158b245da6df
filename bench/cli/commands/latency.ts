import { randomInt } from 'node:crypto'
import { ARRIVAL_KINDS, type LatencyProtocol } from '../../../shared/result/latency.ts'
import { latencyAndReport } from '../../application/latency-and-report.ts'
import { defaultLatencyProtocol as standard } from '../../latency/rates.ts'
import { choice, command, type Values, value } from '../command.ts'
import { objective, out, positiveInteger, quick, rates, SCENARIO, seconds, seed, shares } from '../options.ts'
import { measureChosen, serverOptions } from '../server-options.ts'

const options = {
  rates: value(
    '<a,b>',
    'requests/s, or none (default: 1000,5000,10000,20000; quick: 1000,5000; none with --slo)',
    rates,
  ),
  shares: value(
    '<a,b>',
    'percent of each server’s maximum, or none (default: 20,50,80,95; none with --slo or --quick)',
    shares,
  ),
  arrivals: choice('<kind>', 'when requests are due', ARRIVAL_KINDS, { standard: standard.arrivals }),
  seconds: value('<s>', 'seconds of load at a rate', seconds, { standard: standard.sliceSeconds, quick: 0.5 }),
  processes: value(
    '<n>',
    `fresh processes of each server at a rate (default: ${standard.rounds}; 1 with --quick or with --slo alone)`,
    positiveInteger,
  ),
  slo: value('<objective>', 'the highest rate with that, such as "p99<20ms"', objective),
  seed: value('<n>', 'of requests and arrivals (default: random)', seed),
  quick,
  out: out('latency/<scenario>'),
  ...serverOptions,
}

export const latency = command({
  name: 'latency',
  description:
    'latency by an open loop, at rates that are the same for all servers and at shares of each one’s maximum',
  operands: [SCENARIO],
  options,
  run: (values, name) =>
    measureChosen(name, values, (chosen) => latencyAndReport({ ...chosen, protocol: protocolOf(values) })),
})

/** Who asks for an objective alone wants no rates besides, and one round of maxima, between which is searched. */
function protocolOf(values: Values<typeof options>): LatencyProtocol {
  const { slo: goal = null, arrivals, seconds: sliceSeconds, quick } = values
  const isSearch = goal !== null && values.rates === undefined && values.shares === undefined
  const usualRates = standard.rates.slice(0, quick ? 2 : undefined)
  return {
    ...standard,
    arrivals,
    rates: values.rates ?? (goal === null ? usualRates : []),
    shares: values.shares ?? (goal === null && !quick ? [...standard.shares] : []),
    sliceSeconds,
    rounds: values.processes ?? (isSearch || quick ? 1 : standard.rounds),
    objective: goal,
    seed: values.seed ?? randomInt(2 ** 31),
  }
}
