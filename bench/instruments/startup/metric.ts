/** Instructions of all threads from the start to the first correct response. */
import { plural } from '../../../shared/basics/text.ts'
import type { Counter } from '../../counters/counter.ts'
import { scenarioSource } from '../../host/servers.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { measureProcesses } from '../processes.ts'
import { countStart } from './start.ts'

const SEED = 1
const LIMIT_SECONDS = 30

export default {
  // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 200 differ by more with confidence.
  threshold: 0.005,
  ...{ exact: false, larger: 'slower', counts: true },
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers, scenario, counter, processes, lanes }) {
    const measured = await measureProcesses({
      ...{ servers: servers(scenario.name), processes, lanes, seed: SEED },
      async measure(server, round, cpus) {
        const plan = { scenario, cpus, polling: false, limit: LIMIT_SECONDS, seed: SEED }
        const subject = { ...server, folder: server.name, part: '', way: 'source' as const, routes: null }
        return countStart(plan, counter as Counter, subject, server, round)
      },
      line: (instructions) => `${Math.round(instructions / 1e6)} million instructions`,
    })
    const how = `${plural(processes, 'start')} of each, interleaved, counted by QEMU`
    return { how, rows: [rowOf('start, instructions', bothSides(measured), (instructions) => instructions)] }
  },
} satisfies Metric as Metric
