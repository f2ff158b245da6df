/** Instructions per call of the functions that a module of the user's own exports: `versions --cases`. */
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Sample } from '../../shared/format/measurement.ts'
import { validators } from '../../shared/probes/validators.ts'
import type { Counter } from '../counters/counter.ts'
import { type Server, STEPS, scenarioSource } from '../folders/servers.ts'
import { measureSubjects } from '../measure/rounds.ts'
import { type Subject, subjectOf } from '../measure/subjects.ts'
import { AMOUNTS, countCalls } from '../probes/validators/library.ts'
import { type Metric, rowOf, sidesOf } from './metric.ts'

/** Difference of two processes of the same seed, at most: of all instructions, and of the loop around a call. */
const SAME = { share: 0.002, loop: 20 }

type Values = Sample['values']

export function casesMetric(file: string): Metric {
  return {
    // Of equal comparisons drawn from the counts of an experiment (results/experiments/gate.json), none differs by more with confidence.
    threshold: 0.005,
    exact: false,
    larger: 'slower',
    counts: true,
    fits: () => true,
    async measure({ servers, folder, scenario, counter, processes, lanes, pinning }) {
      const count = async (subjects: readonly Subject[], processes: number) =>
        sidesOf(
          await measureSubjects(CASES, {
            subjects,
            scenario,
            values: {},
            tools: { counter, lanes, pinning, version: 'none' },
            processes,
            seed: 1,
          }),
        )
      const any = scenarioSource(folder, scenario.name) ? scenario.name : STEPS
      const both = servers(any).map((server) => subjectOf(withModule(server, file)))
      const sides = await count(both, processes)
      const [[again = {}]] = await count(both.slice(0, 1), 1)
      assertRepeatable(sides[0][0] ?? {}, again)
      return {
        how: `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, ${grouped(AMOUNTS.calls)} calls each, counted by QEMU`,
        rows: Object.keys(again).map((name) =>
          rowOf(`${name}, instructions/call`, sides, (values: Values) => Number(values[name])),
        ),
      }
    },
  }
}

/** Counts a module's functions; those of a round have the same seed. */
const CASES: Parameters<typeof measureSubjects>[0] = {
  probe: { ...validators, metrics: [] },
  async measure(subject, { round, cpus, tools }) {
    const counted = await countCalls(subject, {
      counter: tools.counter as Counter,
      cpus,
      seed: round,
      load: (ask) => ask('loadCases', { file: subject.entry }),
    })
    return {
      values: Object.fromEntries(
        Object.entries(counted).map(([name, { instructions }]) => [name, instructions]),
      ),
    }
  },
}

/** Copies the module to the server, so that it finds the packages of that side. */
function withModule(server: Server, file: string): Server {
  const entry = join(server.directory, basename(file))
  copyFileSync(file, entry)
  return { ...server, entry, builds: false }
}

/** @throws Unmeasurable with the function whose work differs between two processes that were started alike */
export function assertRepeatable(once: Values, again: Values): void {
  for (const [name, value] of Object.entries(again)) {
    const [before, after] = [Number(once[name] ?? 0), Number(value)]
    if (Math.abs(after - before) <= SAME.share * before + SAME.loop) continue
    throw new Unmeasurable(
      `${name} executes ${grouped(before)} and ${grouped(after)} instructions per call in two equal processes: let it do the same work in each`,
    )
  }
}
