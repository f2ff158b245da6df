/** Instructions per call of a validation library's operations, without HTTP. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Counter } from '../../counters/counter.ts'
import { STEPS, scenarioSource } from '../../host/servers.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { makePool } from './inputs.ts'
import { checkLibraries, countLibraries } from './measure.ts'

/** Constant, so that every comparison uses the same inputs. */
const SEED = 1
/** Fewer than `validators` counts by default: a comparison of three operations takes minutes. */
const AMOUNTS = { calls: 4_000, warmUp: 16_000, step: 2_000, longest: 12_000 }

const OPERATIONS = { parse: 'parse', reject: 'parse invalid', stringify: 'stringify' } as const
type Operation = keyof typeof OPERATIONS

export default {
  // Of equal comparisons drawn from the stored counts of all libraries, fewer than 1 in 200 differ by more with confidence.
  threshold: 0.005,
  ...{ exact: false, larger: 'slower', counts: true },
  fits: (folder) => scenarioSource(folder, STEPS) !== undefined,
  async measure({ servers, counter, processes, lanes, pinning }) {
    const libraries = servers(STEPS)
    const pool = makePool(SEED)
    bothSides(await checkLibraries(libraries, pool, { seed: SEED, cpus: pinning.server }))
    const operations = Object.keys(OPERATIONS) as Operation[]
    const counted = await countLibraries(libraries, pool, {
      ...{ counter: counter as Counter, amounts: AMOUNTS, lanes, processes, seed: SEED },
      operations: () => operations,
    })
    const [first, second] = bothSides(counted)
    // Whether both halves of so few calls agree depends on garbage collections: the interval over processes says more.
    const rows = operations.map((operation) => {
      const own = (all: typeof first) => all.flatMap(({ [operation]: calls }) => calls ?? [])
      return rowOf(
        `${OPERATIONS[operation]}, instructions/call`,
        [own(first), own(second)],
        (calls) => calls.instructions,
      )
    })
    const how = `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, ${grouped(AMOUNTS.calls)} calls each, counted by QEMU`
    return { how, rows }
  },
} satisfies Metric as Metric
