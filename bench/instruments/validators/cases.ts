/** Instructions per call of the functions that a module of the user's own exports: `versions --cases`. */
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Unmeasurable } from '../../../shared/basics/errors.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Counter } from '../../counters/counter.ts'
import { type Server, STEPS, scenarioSource } from '../../folders/servers.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { AMOUNTS, type CountedCalls } from './count-operation.ts'
import { countLibraries } from './measure.ts'

/** Of equal comparisons drawn from the counts of an experiment (results/experiments/gate.json), none differs by more with confidence. */
export const THRESHOLD = 0.005
const SEED = 1
/** Difference of two processes of the same seed, at most: of all instructions, and of the loop around a call. */
const SAME = { share: 0.002, loop: 20 }

type Counts = Partial<Record<string, CountedCalls>>

export function casesMetric(file: string): Metric {
  return {
    ...{ threshold: THRESHOLD, exact: false, larger: 'slower', counts: true },
    fits: () => true,
    async measure({ servers, folder, scenario, counter, processes, lanes }) {
      const any = scenarioSource(folder, scenario.name) ? scenario.name : STEPS
      const count = (sides: readonly Server[], processes: number) =>
        countLibraries(sides, {
          ...{ counter: counter as Counter, lanes, processes, seed: SEED },
          load:
            ({ entry }) =>
            (ask) =>
              ask('loadCases', { file: entry }),
          operations: (_, __, names) => names,
        })
      const both = servers(any).map((server) => withModule(server, file))
      const sides = bothSides(await count(both, processes))
      const [[again = {}]] = bothSides(await count(both.slice(0, 1), 1))
      assertRepeatable(sides[0][0] ?? {}, again)
      return {
        how: howCounted(processes),
        rows: Object.keys(again).map((name) => rowOfCalls(name, name, sides)),
      }
    },
  }
}

/** Copies the module to the server, so that it finds the packages of that side. */
function withModule(server: Server, file: string): Server {
  const entry = join(server.directory, basename(file))
  copyFileSync(file, entry)
  return { ...server, entry, builds: false }
}

/** @throws Unmeasurable with the function whose work differs between two processes that were started alike */
export function assertRepeatable(once: Counts, again: Counts): void {
  for (const [name, { instructions } = { instructions: 0 }] of Object.entries(again)) {
    const before = once[name]?.instructions ?? 0
    if (Math.abs(instructions - before) <= SAME.share * before + SAME.loop) continue
    throw new Unmeasurable(
      `${name} executes ${grouped(before)} and ${grouped(instructions)} instructions per call in two equal processes: let it do the same work in each`,
    )
  }
}

export const howCounted = (processes: number) =>
  `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, ${grouped(AMOUNTS.calls)} calls each, counted by QEMU`

export function rowOfCalls(
  name: string,
  operation: string,
  [first, second]: readonly [readonly Counts[], readonly Counts[]],
) {
  const own = (all: readonly Counts[]) => all.flatMap(({ [operation]: calls }) => calls ?? [])
  return rowOf(
    `${name}, instructions/call`,
    [own(first), own(second)],
    ({ instructions }) => instructions,
  )
}
