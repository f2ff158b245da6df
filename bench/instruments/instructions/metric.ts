/** Instructions per request of the first thread. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { CountedProcess } from '../../../shared/results/instructions.ts'
import type { Counter } from '../../counters/counter.ts'
import { scenarioSource } from '../../folders/servers.ts'
import { countProcesses } from '../counts.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'

/** Both sides do the same: no step more because of a count. */
const AMOUNTS = { requests: 4_000, step: 1_000, shortestWarmUp: 6_000, longestWarmUp: 6_000 }
/** Constant, so that every comparison uses the same requests. */
const SEED = 1

export default {
  // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 1,000 differ by more with confidence.
  threshold: 0.003,
  ...{ exact: false, larger: 'slower', counts: true },
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers, counter, scenario, processes, lanes }) {
    const protocol = {
      counter: 'qemu' as const,
      ...AMOUNTS,
      processes,
      sideBySide: lanes.length,
      seed: SEED,
    }
    const plan = {
      counter: counter as Counter,
      scenario,
      servers: servers(scenario.name),
      protocol,
      lanes,
    }
    const sides = bothSides(await countProcesses({ ...plan, repeatably: true }))
    const how = `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, twice ${grouped(AMOUNTS.requests / 2)} requests each, the lesser count, counted by QEMU`
    // What is compiled late falls into one half.
    const lesser = ({ first, second }: CountedProcess) =>
      Math.min(first.javascript, second.javascript)
    return { how, rows: [rowOf('instructions/request', sides, lesser)] }
  },
} satisfies Metric as Metric
