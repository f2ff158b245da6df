/** What the checker costs: the same server process with and without its ten requests a second, in turn. */
import { autocannon } from '../generators/autocannon.ts'
import { type RatioEstimate, ratioInterval } from '../intervals.ts'
import { defaultProtocol } from '../options.ts'
import { type Experiment, perform, scenario, serversNamed } from './experiment.ts'
import { loadSameServer, type RatesByKind, ratiosOf } from './same-server.ts'

interface Figures {
  server: string
  rates: RatesByKind
  /** Requests/s with the checker over those without. */
  ratio: RatioEstimate
}

const SWEEPS = 40

export const checkerCost: Experiment<Figures> = {
  name: 'checker-cost',
  async measure(pinning) {
    const [server] = serversNamed('http-node') as [ReturnType<typeof serversNamed>[number]]
    const protocol = { ...defaultProtocol, seed: 1 }
    const load = { ...protocol, scenario: scenario.name, wire: server.manifest.wire }
    const session = await autocannon.prepare(load, pinning.generator)
    try {
      const kinds = [true, false].map((checked) => ({ name: checked ? 'with' : 'without', session, checked }))
      const rates = await loadSameServer(server, kinds, protocol, SWEEPS, pinning)
      const ratio = ratioInterval(ratiosOf(rates, 'with', 'without')) as RatioEstimate
      return { server: server.name, rates, ratio }
    } finally {
      await session.close()
    }
  },
  tell({ server, rates, ratio }) {
    const percent = (value: number) => `${((value - 1) * 100).toFixed(2)}%`
    const pairs = rates.with?.length
    return `On \`${server}\`, ${pairs} pairs of slices with and without the checker: it changes requests/s by ${percent(ratio.ratio)} (95% interval ${percent(ratio.low)} to ${percent(ratio.high)}).`
  },
}

await perform(checkerCost, import.meta.main)
