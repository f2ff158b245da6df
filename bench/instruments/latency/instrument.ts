import type {
  LatencyProcess,
  LatencyProtocol,
  LatencyServer,
} from '../../../charts/instruments/latency/format.ts'
import latency from '../../../charts/instruments/latency/instrument.ts'
import { summarizePoints } from '../../../charts/instruments/latency/summary.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { value } from '../../cli/command.ts'
import { processes, randomSeed, rates, seconds } from '../../cli/options.ts'
import { codeDigest } from '../../folders/code-digest.ts'
import { prepareOpen, VERSION } from '../../load/builtin/builtin.ts'
import { exceptionsOf, Sessions } from '../../run/sessions.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'
import { loadProcess } from './process.ts'

const { warmupSeconds, durationSeconds, sliceSeconds } = defaultProtocol

/** About 40 minutes for a dozen servers. */
const standard = {
  connections: 100,
  leastRequests: 2_000,
  groupSize: 3,
  closedLoop: { warmupSeconds, durationSeconds, sliceSeconds },
} satisfies Partial<LatencyProtocol>

export default serversCommand({
  shows: latency,
  description: 'latency in an open loop, at the same rates for all servers',
  options: {
    rates: value('<a,b>', 'requests/s', rates, { standard: [100, 1_000, 5_000] }),
    seconds: value('<s>', 'seconds of load at a rate, at least', seconds, {
      standard: 1,
      quick: 0.5,
    }),
    processes: processes(5, 1),
    seed: randomSeed,
  },
  prepare: async (_, pinning) => ({ tool: VERSION, pinning }),
  protocol: ({ rates, seconds, processes: rounds, seed = 0 }): LatencyProtocol => ({
    ...{ ...standard, rates, seconds, rounds, seed },
  }),
  opening({ rates, rounds }) {
    const shown = rates.map((rate) => `${grouped(rate)}/s`)
    return `${plural(rounds, 'process', 'processes')} each, ${shown.join(', ')}`
  },
  async measure({ scenario, servers, protocol, pinning }) {
    const { connections, rounds, groupSize, seed } = protocol
    const load = { scenario: scenario.name, connections, polling: true, seed }
    const except = exceptionsOf(servers, scenario)
    await using sessions = new Sessions((wire) =>
      prepareOpen({ ...load, wire, except }, pinning.generator),
    )
    const takeTurn = turns()
    const measured = await measureProcesses({
      ...{ servers, processes: rounds, seed, line },
      // So many stand ready and are loaded in turns, so that conditions of the machine that last longer than a load affect
      // all of them, and none is idle for so long that its runtime discards compiled code.
      lanes: Array.from({ length: groupSize }, () => null),
      measure(server, round) {
        const session = () => sessions.of(server.manifest.wire)
        const random = createRandom(seed + round)
        return loadProcess({
          server,
          round,
          scenario,
          protocol,
          pinning,
          session,
          takeTurn,
          random,
        })
      },
    })
    return {
      servers: measured.map(({ server, processes, ...own }) => ({
        ...{ ...own, code: codeDigest(server), processes: own.refusal === null ? processes : [] },
      })),
    }
  },
  failed: ({ servers }) => servers.some((server) => server.refusal !== null || hasNoFigure(server)),
})

function line({ maximum, points }: LatencyProcess): string {
  const parts = points.flatMap(({ rate, load }) =>
    load ? [`${load.p99 === null ? '∞' : significant(load.p99)} at ${grouped(rate)}/s`] : [],
  )
  const settled = maximum.settled ? '' : ' (unsettled)'
  const p99 = parts.length === 0 ? '' : `, p99 ms ${parts.join(', ')}`
  return `maximum ${grouped(maximum.requestsPerSecond)}/s${settled}${p99}`
}

/** Returns a queue that runs one task at a time, in order, which interleaves its callers. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** Returns whether the generator stalled in every load at every rate. */
function hasNoFigure(server: LatencyServer): boolean {
  return summarizePoints(server).every(({ counted }) => counted === 0)
}
