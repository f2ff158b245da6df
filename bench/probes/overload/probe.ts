import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../../shared/basics/random.ts'
import { aboutTime } from '../../../shared/basics/text.ts'
import { LOSSES, type OverloadValues } from '../../../shared/probes/overload/figures.ts'
import { CLIENTS, isWhole, overload } from '../../../shared/probes/overload.ts'
import { value } from '../../cli/command.ts'
import {
  multiples,
  positiveInteger,
  processes,
  quick,
  randomSeed,
  seconds,
} from '../../cli/options.ts'
import { prepareOpen, VERSION } from '../../load/builtin/builtin.ts'
import type { OverloadReport } from '../../load/open-load.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'
import { CLOSED_LOOP, withMaximum } from '../../measure/warm-process.ts'
import { processTree, resetPeakMemory } from '../../processes/processes.ts'
import { sessionsFor } from '../../run/sessions.ts'

/**
 * Few connections, so that a server that rejects requests instead of queueing them rejects none. Slices are longer than in a
 * run: a cold server may respond to no list within a quarter of a second.
 */
const CAPACITY = {
  ...CLOSED_LOOP,
  connections: 16,
  sliceSeconds: CLOSED_LOOP.durationSeconds / 2,
}
/** Seconds at half the capacity before the multiple. */
const BEFORE = 0.2
/** Seconds of a process besides its loads: start, warm-up, checks and stop. */
const OVERHEAD_SECONDS = 12
/** Milliseconds for a server that has not recovered to work off what clients gave up, before it is loaded or checked again. */
const PAUSE = 3_000
/** Connections, relative to those of clients that all wait as long as they can. */
const SPARE = 1.25
/**
 * More than the generator can open and close within the patience, and fewer than the files that a process may open: common
 * systems allow at least 4,096.
 */
const MOST_CONNECTIONS = 3_500
/**
 * Connections of a pool, relative to the requests that the server handles within the patience: with more, all responses would be
 * late, and each lost connection would wait to be accepted.
 */
const POOL = 0.75

export default measuring({
  probe: overload,
  description:
    'goodput, memory and recovery at up to twice each server’s capacity, with clients that give up',
  subjects: serversOfScenario,
  expand: (server) => CLIENTS.map((part) => ({ ...server, part })),
  options: {
    multiples: value('<a,b>', 'loads, relative to the capacity', multiples, {
      standard: [0.5, 1, 1.5, 2],
    }),
    // A call between services, whose caller must itself respond to people within a second.
    patience: value('<ms>', 'milliseconds until a client gives up', positiveInteger, {
      standard: 200,
    }),
    seconds: value('<s>', 'seconds at each multiple, and again for the recovery', seconds, {
      standard: 2,
      quick: 1,
    }),
    processes: processes(5, 1),
    seed: randomSeed,
    quick,
  },
  prepare: async () => ({ version: VERSION }),
  protocol: ({ seconds, multiples, patience }) => ({
    multiples,
    patience,
    beforeSeconds: BEFORE,
    seconds,
    afterSeconds: seconds,
    mostConnections: MOST_CONNECTIONS,
    pool: POOL,
    closedLoop: CAPACITY,
  }),
  opening({ multiples, patience, processes, seconds }, _, { length }) {
    const about = aboutTime(
      length * processes * (multiples.length * 2 * seconds + OVERHEAD_SECONDS),
    )
    return `${multiples.join(', ')} × capacity, clients wait for ${patience} ms, ${about}`
  },
  share(plan) {
    const stack = new AsyncDisposableStack()
    return Object.assign(stack, {
      closed: stack.use(sessionsFor(plan, CAPACITY.connections, prepareOpen)),
      open: stack.use(sessionsFor(plan, MOST_CONNECTIONS, prepareOpen)),
    })
  },
  async measure(server, { round, scenario, values, tools: { pinning }, shared }) {
    const { multiples, patience, seconds, seed } = values
    const random = createRandom(seed + round)
    const process = {
      server,
      round,
      scenario,
      pinning,
      seed: random.seed(),
      closedLoop: CAPACITY,
    }
    const { wire } = server.manifest
    const open = await shared.open.of(wire)
    return withMaximum(process, await shared.closed.of(wire), async (trial, maximum) => {
      const { perSecond: capacity, settled } = maximum
      const isPool = server.part === 'pool'
      const handled = (capacity * patience) / 1000
      const neededConnections = isPool ? POOL * handled : SPARE * Math.max(...multiples) * handled
      const load = {
        capacity,
        patience,
        beforeSeconds: BEFORE,
        seconds,
        afterSeconds: seconds,
        isPool,
        connections: Math.min(MOST_CONNECTIONS, Math.ceil(neededConnections)),
      }
      const figures: Record<string, number | null> = {}
      let lowest: number | undefined
      for (const multiple of multiples) {
        resetPeakMemory(await processTree(trial.pid))
        const { report, usage } = await trial.loadOpen(open, {
          ...load,
          multiple,
          seed: random.seed(),
        })
        lowest ??= usage.peakMemory
        const atMultiple = valuesOf(report, multiple, usage.peakMemory / lowest)
        for (const [id, figure] of Object.entries(atMultiple)) figures[`${id}@${multiple}`] = figure
        if (report.recovery === null) await sleep(PAUSE)
      }
      return { values: { capacity, settled: Number(settled), ...figures } }
    })
  },
  failed: (file) => !isWhole(file),
})

function valuesOf(
  { good, behind, scheduled, p99, recovery, ...counts }: OverloadReport,
  multiple: number,
  memory: number,
): OverloadValues {
  const percent = (requests: number) => (100 * requests) / scheduled
  return {
    goodput: percent(good) * multiple,
    ...(Object.fromEntries(
      Object.keys(LOSSES).map((loss) => [loss, percent(counts[loss as keyof typeof LOSSES])]),
    ) as Record<keyof typeof LOSSES, number>),
    behind: percent(behind),
    p99,
    memory,
    recovery,
  }
}
