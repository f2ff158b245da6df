/**
 * What the checker costs: the same server process with it and without, in turn. Ten requests a second among tens of
 * thousands are lost in the noise, so that the checker here sends many times as many, and the cost of ten is a part of that.
 */

import { type RatioEstimate, ratioInterval } from '../../shared/result/intervals.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { CHECKS_PER_SECOND } from '../measure/checker.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import { loadSameServer, type RatesByKind, ratiosOf } from './lib/same-server.ts'

interface Figures {
  server: string
  /** How many times as many requests as in a run. */
  factor: number
  rates: RatesByKind
  /** Requests/s with the busier checker over those without any. */
  ratio: RatioEstimate
}

const SWEEPS = 60
const FACTOR = 20

export const checkerCost: Experiment<Figures> = {
  name: 'checker-cost',
  async measure(pinning) {
    const [server] = serversNamed('http-node') as [ReturnType<typeof serversNamed>[number]]
    const protocol = { ...defaultProtocol, secondPipelining: null, seed: 1 }
    const load = { ...protocol, scenario: scenario.name, wire: server.manifest.wire }
    const session = await builtin.prepare(load, pinning.generator)
    try {
      const kinds = [
        { name: 'with', session, checksPerSecond: FACTOR * CHECKS_PER_SECOND },
        { name: 'without', session, checksPerSecond: 0 },
      ]
      const rates = await loadSameServer(server, kinds, protocol, SWEEPS, pinning)
      const ratio = ratioInterval(ratiosOf(rates, 'with', 'without')) as RatioEstimate
      return { server: server.name, factor: FACTOR, rates, ratio }
    } finally {
      await session.close()
    }
  },
  markdown({ server, factor, rates, ratio }) {
    const percent = (value: number) => `${(value * 100).toFixed(2)}%`
    const [all, low, high] = [ratio.ratio, ratio.low, ratio.high].map((value) => value - 1) as [number, number, number]
    const pairs = rates.with?.length
    return [
      `On \`${server}\`, ${pairs} pairs of slices with and without a checker that sends ${factor} times as many requests as in a run: it changes requests/s by ${percent(all)} (95% interval ${percent(low)} to ${percent(high)}).`,
      `A ${factor}th of that, the cost in a run, is ${percent(all / factor)} (${percent(low / factor)} to ${percent(high / factor)}).`,
    ].join(' ')
  },
}

await perform(checkerCost, import.meta.main)
