/** Instructions per request of the first thread. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import { javascriptOf } from '../../../shared/results/counts-summary.ts'
import type { Counter } from '../../counters/counter.ts'
import { scenarioSource } from '../../host/servers.ts'
import { countProcesses } from '../counts.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'

/** Constant, so that every comparison uses the same requests. */
const SEED = 1

export default {
  // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 1,000 differ by more with confidence.
  threshold: 0.003,
  ...{ exact: false, larger: 'slower', counts: true },
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers, counter, scenario, processes, amounts, lanes }) {
    const protocol = { counter: 'qemu' as const, ...amounts, processes, sideBySide: lanes.length, seed: SEED }
    const plan = { counter: counter as Counter, scenario, servers: servers(scenario.name), protocol, lanes }
    const sides = bothSides(await countProcesses(plan))
    const how = `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, ${grouped(amounts.requests)} requests each, counted by QEMU`
    return { how, rows: [rowOf('instructions/request', sides, javascriptOf, ({ settled }) => settled)] }
  },
} satisfies Metric as Metric
