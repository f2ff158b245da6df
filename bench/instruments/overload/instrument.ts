import { setTimeout as sleep } from 'node:timers/promises'
import type {
  OverloadProcess,
  OverloadProtocol,
} from '../../../charts/instruments/overload/format.ts'
import overload from '../../../charts/instruments/overload/instrument.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { aboutTime, grouped } from '../../../shared/basics/text.ts'
import { defaultProtocol, defaultsOf } from '../../../shared/results/default-protocol.ts'
import { value } from '../../cli/command.ts'
import { multiples, positiveInteger, processes, randomSeed, seconds } from '../../cli/options.ts'
import { prepareOpen, VERSION } from '../../load/builtin/builtin.ts'
import type { OpenSession } from '../../load/open.ts'
import { processTree, resetPeakMemory } from '../../processes/processes.ts'
import { RunningTrial, type TrialPlan } from '../../run/running-trial.ts'
import { exceptionsOf, Sessions } from '../../run/sessions.ts'
import { measureProcesses } from '../processes.ts'
import { serversCommand } from '../servers.ts'

const { warmupSeconds, durationSeconds } = defaultProtocol
/**
 * So few connections that a server which rejects what would wait rejects nothing yet. Slices are longer than in a run: a cold
 * server may answer no list within a quarter of a second.
 */
const closedLoop = {
  connections: 16,
  warmupSeconds,
  durationSeconds,
  sliceSeconds: durationSeconds / 2,
}

/** Seconds of a process besides its loads: start, warm-up, checks and stop. */
const AROUND = 12
/** Milliseconds for a server that has not recovered to work off what clients gave up, before it is loaded or checked again. */
const PAUSE = 3_000
/** Connections, relative to those of clients that all wait as long as they can. */
const SPARE = 1.25
/**
 * More than the generator can open and close within the patience, and fewer than the files that a process may open: common
 * systems allow at least 4,096.
 */
const MOST_CONNECTIONS = 3_500

export default serversCommand({
  shows: overload,
  description:
    'goodput, memory and recovery at up to twice each server’s capacity, with clients that give up',
  options: {
    multiples: value('<a,b>', 'loads, relative to the capacity', multiples, {
      standard: [0.5, 1, 1.5, 2],
    }),
    // A call between services, whose caller must itself respond to people within a second.
    patience: value('<ms>', 'milliseconds until a client gives up', positiveInteger, {
      standard: 100,
    }),
    seconds: value('<s>', 'seconds at each multiple, and again for the recovery', seconds, {
      standard: 2,
      quick: 1,
    }),
    processes: processes(5, 1),
    seed: randomSeed,
  },
  prepare: async (_, pinning) => ({ tool: VERSION, pinning }),
  protocol: ({ seconds, seed = 0, multiples, patience, processes }): OverloadProtocol => ({
    ...{ multiples, patience, processes, seed, closedLoop },
    ...{ beforeSeconds: 0.2, seconds, afterSeconds: seconds, mostConnections: MOST_CONNECTIONS },
  }),
  opening({ multiples, patience, processes, seconds }, { length }) {
    const about = aboutTime(length * processes * (multiples.length * 2 * seconds + AROUND))
    return `${multiples.join(', ')} × capacity, clients wait for ${patience} ms, ${about}`
  },
  async measure({ scenario, servers, protocol, pinning }) {
    const { mostConnections, processes, seed } = protocol
    const load = {
      scenario: scenario.name,
      polling: true,
      seed,
      except: exceptionsOf(servers, scenario),
    }
    const sessionsOf = (connections: number) =>
      new Sessions((wire) => prepareOpen({ ...load, wire, connections }, pinning.generator))
    await using closed = sessionsOf(closedLoop.connections)
    await using open = sessionsOf(mostConnections)
    const measured = await measureProcesses({
      ...{ servers, processes, seed, line },
      async measure(server, round) {
        const { wire } = server.manifest
        const sessions = { closed: await closed.of(wire), open: await open.of(wire) }
        return loadProcess({ server, round, scenario, pinning }, protocol, sessions)
      },
    })
    return { servers: measured.map(({ server: _, ...own }) => own) }
  },
})

/** @throws TrialFailure; no process is left then */
async function loadProcess(
  plan: Pick<TrialPlan, 'server' | 'round' | 'scenario' | 'pinning'>,
  { multiples, mostConnections, ...load }: OverloadProtocol,
  { closed, open }: { closed: OpenSession; open: OpenSession },
): Promise<OverloadProcess> {
  const random = createRandom(load.seed + plan.round)
  const protocol = { ...defaultsOf(plan.scenario.name), ...closedLoop, seed: load.seed }
  await using trial = await RunningTrial.start({ ...plan, protocol, group: 1, seed: random.seed() })
  for (let turn = 1; !trial.isMeasured; turn++) await trial.loadSlice(closed, turn)
  const { requests, warmUp } = trial.record
  const capacity = requests.perSecond
  const waiting = (Math.max(...multiples) * capacity * load.patience) / 1000
  const connections = Math.min(mostConnections, Math.ceil(SPARE * waiting))
  const loads: OverloadProcess['loads'] = []
  for (const multiple of multiples) {
    resetPeakMemory(await processTree(trial.pid))
    const seen = await trial.loadOpen(open, {
      ...load,
      capacity,
      multiple,
      connections,
      seed: random.seed(),
    })
    const { load: _, ...outcome } = seen.report
    loads.push({ multiple, ...outcome, peakMemory: seen.usage.peakMemory, noise: seen.noise })
    if (outcome.recovery === null) await sleep(PAUSE)
  }
  await trial.finish(false)
  return { capacity, settled: warmUp.settled, loads }
}

function line({ capacity, settled, loads }: OverloadProcess): string {
  const shares = loads.map(
    ({ multiple, good, scheduled }) => `${Math.round((100 * good * multiple) / scheduled)}%`,
  )
  return `capacity ${grouped(capacity)}/s${settled ? '' : ' (unsettled)'}, goodput ${shares.join(', ')}`
}
