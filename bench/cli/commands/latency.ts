import { randomInt } from 'node:crypto'
import { latencyAndReport } from '../../application/latency-and-report.ts'
import { defaultLatencyProtocol as standard } from '../../latency/rates.ts'
import { command, value } from '../command.ts'
import { objective, out, processes, quick, rates, SCENARIO, seconds, seed, shares } from '../options.ts'
import { measureChosen, serverOptions } from '../server-options.ts'

const options = {
  rates: value('<a,b>', 'requests/s, or none', rates, { standard: [...standard.rates] }),
  shares: value('<a,b>', 'percent of the maximum of each process, or none (default: 50,80; none with --quick)', shares),
  seconds: value('<s>', 'seconds of load at a rate, at least', seconds, { standard: standard.seconds, quick: 0.5 }),
  processes: processes(standard.rounds, 1),
  slo: value('<objective>', 'also the highest rate with that, such as "p99<20ms"', objective),
  seed: value('<n>', 'of requests and arrivals (default: random)', seed),
  quick,
  out: out('latency/<scenario>'),
  ...serverOptions,
}

export const latency = command({
  name: 'latency',
  description: 'latency by an open loop, at rates that are the same for all servers and at shares of each maximum',
  timed: true,
  operands: [SCENARIO],
  options,
  run: (values, name) =>
    measureChosen(name, values, (chosen) => {
      const { rates, seconds, processes: rounds, slo = null, seed = randomInt(2 ** 31) } = values
      const shares = values.shares ?? (values.quick ? [] : [...standard.shares])
      return latencyAndReport({
        ...chosen,
        protocol: { ...standard, rates, shares, seconds, rounds, objective: slo, seed },
      })
    }),
})
