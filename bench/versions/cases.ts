/** Instructions per call of the functions that modules of the user's own export: `versions --cases`. */
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import { validators } from '../../shared/probes/validators.ts'
import type { Counter } from '../counters/counter.ts'
import type { Server } from '../folders/servers.ts'
import { measureSubjects } from '../measure/rounds.ts'
import { subjectOf } from '../measure/subjects.ts'
import { countCase, idOf, withProcess } from '../probes/validators/library.ts'
import { type Metric, type Row, rowOf, sidesOf } from './metric.ts'

/** @param files a module for both versions, or one for each */
export function casesMetric(files: readonly string[]): Metric {
  const [first = '', second = first] = files
  return {
    // Of equal comparisons drawn from the counts of an experiment (results/experiments/gate.json), none differs by more with confidence.
    threshold: 0.005,
    exact: false,
    larger: 'slower',
    counts: true,
    startsServer: false,
    fits: () => true,
    async measure({ withModules, scenario, counter, processes, lanes, pinning }) {
      const sides = withModules([first, second])
      const { shared, single } = pairedNames(
        await Promise.all(sides.map(async (side) => ({ ...side, exports: await namesIn(side) }))),
      )
      const subjects = shared.flatMap((name) => sides.map((side) => subjectOf(side, '', name)))
      const measured = await measureSubjects(CASES, {
        subjects,
        scenario,
        values: {},
        tools: { counter, lanes, pinning, version: 'none' },
        processes,
        seed: 1,
      })
      const rows = shared.map((name) => {
        const ofFunction = measured.filter(({ part }) => part === name)
        return rowOrFailure(name, () => ({
          ...rowOf(`${name}, instructions/call`, sidesOf(ofFunction), ({ instructions }) =>
            Number(instructions),
          ),
          counted: idOf(name),
        }))
      })
      return {
        how: `${plural(processes, 'fresh process', 'fresh processes')} of each version and function, interleaved, counted by ${counter?.name}`,
        rows: [...rows, ...single],
      }
    },
  }
}

/** Counts one function of a module; those of a round have the same seed. */
const CASES: Parameters<typeof measureSubjects>[0] = {
  probe: { ...validators, metrics: [] },
  build: async () => {},
  measure: async (subject, { round, cpus, tools }) => ({
    values: {
      instructions: await countCase(subject, subject.part, {
        counter: tools.counter as Counter,
        cpus,
        seed: round,
      }),
    },
  }),
}

/** @throws Unmeasurable with the side whose module cannot be imported, or exports no function */
async function namesIn({ name, entry, runtime }: Server): Promise<string[]> {
  try {
    return await withProcess({ runtime }, null, (send) => send('caseNames', { file: entry }))
  } catch (error) {
    throw new Unmeasurable(`${name}: ${messageOf(error)}`)
  }
}

/** Returns the functions that both modules export, and a failure for each that only one exports. */
export function pairedNames(
  sides: readonly (Pick<Server, 'name'> & { exports: readonly string[] })[],
): { shared: string[]; single: Row[] } {
  const names = new Set(sides.flatMap(({ exports }) => exports))
  const isShared = (name: string) => sides.every(({ exports }) => exports.includes(name))
  return {
    shared: [...names].filter(isShared),
    single: sides.flatMap(({ name: side, exports }) =>
      exports
        .filter((name) => !isShared(name))
        .map((name) => ({ name, notMeasured: `${side}: no other module exports it` })),
    ),
  }
}

/** Returns the row of a function, or why there is none: it does not affect the others. */
function rowOrFailure(name: string, work: () => Row): Row {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error
    return { name, notMeasured: messageOf(error) }
  }
}
