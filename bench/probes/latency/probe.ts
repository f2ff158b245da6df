import { createRandom } from '../../../shared/basics/random.ts'
import { plural } from '../../../shared/basics/text.ts'
import { latency, ratePart, sustainedCounts } from '../../../shared/probes/latency.ts'
import { value } from '../../cli/command.ts'
import { processes, quick, randomSeed, rates, seconds } from '../../cli/options.ts'
import { prepareOpen, VERSION } from '../../load/builtin/builtin.ts'
import { type Figures, measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'
import { CLOSED_LOOP, withMaximum } from '../../measure/warm-process.ts'
import { sessionsFor } from '../../run/sessions.ts'
import { LEAST_REQUESTS, loadAt } from './measure.ts'

const CONNECTIONS = 100

/** About 40 minutes for a dozen servers. */
export default measuring({
  probe: latency,
  description: 'latency in an open loop, at the same rates for all servers',
  subjects: serversOfScenario,
  options: {
    rates: value('<a,b>', 'requests/s', rates, { standard: [100, 1_000, 5_000] }),
    seconds: value('<s>', 'seconds of load at a rate, at least', seconds, {
      standard: 1,
      quick: 0.5,
    }),
    processes: processes(5, 1),
    seed: randomSeed,
    quick,
  },
  prepare: async () => ({ version: VERSION }),
  protocol: ({ rates, seconds }) => ({
    connections: CONNECTIONS,
    rates,
    seconds,
    leastRequests: LEAST_REQUESTS,
    closedLoop: CLOSED_LOOP,
  }),
  opening: ({ rates, processes }) =>
    `${plural(processes, 'process', 'processes')} each, ${rates.map(ratePart).join(', ')}`,
  share: (plan) => sessionsFor(plan, CONNECTIONS, prepareOpen),
  async measure(server, { round, scenario, values, tools: { pinning }, shared }) {
    const { rates, seconds, seed } = values
    const random = createRandom(seed + round)
    const closedLoop = { ...CLOSED_LOOP, connections: CONNECTIONS }
    const process = { server, round, scenario, pinning, closedLoop, seed: random.seed() }
    const session = await shared.of(server.manifest.wire)
    return withMaximum(process, session, async (trial, { perSecond: maximum }) => {
      const measured = new Map<number, Figures>()
      for (const rate of random.shuffle(rates))
        measured.set(rate, {
          values: await loadAt(rate, { trial, session, maximum, seconds, random }),
        })
      const parts = rates.map((rate) => [ratePart(rate), measured.get(rate) as Figures] as const)
      return { parts: Object.fromEntries(parts) }
    })
  },
  failed: ({ subjects }) => subjects.some((server) => sustainedCounts(server).counted === 0),
})
