/** Instructions per call of a validation library's operations, without HTTP. */
import type { Counter } from '../../counters/counter.ts'
import { STEPS, scenarioSource } from '../../folders/servers.ts'
import { bothSides, type Metric } from '../metric.ts'
import { howCounted, rowOfCalls, THRESHOLD } from './cases.ts'
import { makePool } from './inputs.ts'
import { checkLibraries, countLibraries, loadSteps } from './measure.ts'
import type { BenchedId } from './subjects.ts'

export { casesMetric } from './cases.ts'

/** Constant, so that every comparison uses the same inputs. */
const SEED = 1

const NAMES: Partial<Record<BenchedId, string>> = {
  parse: 'parse',
  reject: 'parse invalid',
  firstError: 'parse invalid, first error',
  allErrors: 'parse invalid, all errors',
  stringify: 'stringify',
}

export default {
  ...{ threshold: THRESHOLD, exact: false, larger: 'slower', counts: true },
  fits: (folder) => scenarioSource(folder, STEPS) !== undefined,
  async measure({ servers, counter, processes, lanes, pinning }) {
    const libraries = servers(STEPS)
    const pool = makePool(SEED)
    const [[checked]] = bothSides(
      await checkLibraries(libraries, pool, { seed: SEED, cpus: pinning.server }),
    )
    const has = (operation: BenchedId) => checked?.operations.includes(operation as never)
    const operations: BenchedId[] = [
      'parse',
      ...(has('firstError') && has('allErrors')
        ? (['firstError', 'allErrors'] as const)
        : (['reject'] as const)),
      // Many libraries leave it to the language.
      ...(checked?.stringifies ? (['stringify'] as const) : []),
    ]
    const sides = bothSides(
      await countLibraries(libraries, {
        ...{ counter: counter as Counter, lanes, processes, seed: SEED },
        load: (library) => loadSteps(library, pool),
        operations: () => operations,
      }),
    )
    return {
      how: howCounted(processes),
      rows: operations.map((operation) => rowOfCalls(NAMES[operation] ?? '', operation, sides)),
    }
  },
} satisfies Metric as Metric
