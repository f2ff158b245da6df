/** A metric by which `versions` compares two versions of a package. */
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Sample, Subject } from '../../shared/format/measurement.ts'
import type { ComparedMetric } from '../../shared/probes/versions-file.ts'
import type { Counter } from '../counters/counter.ts'
import type { Server, ServerFolder } from '../folders/servers.ts'
import type { Pinning } from '../machine/cpus.ts'
import type { AnyMeasuring } from '../measure/probe.ts'
import { measureSubjects } from '../measure/rounds.ts'
import { subjectOf } from '../measure/subjects.ts'
import type { ProtocolChoices } from '../run/protocol.ts'

export interface MetricPlan {
  folder: ServerFolder
  /** Returns both sides with this file of their folders as entry. Their names are the labels. */
  servers(file: string): Server[]
  /** Returns both sides with a module of the user's own as entry. */
  withModules(files: readonly [string, string]): Server[]
  scenario: Scenario
  /** Null only for metrics that do not need it. */
  counter: Counter | null
  /** Fresh processes of each side. */
  processes: number
  /** CPUs of each concurrent process that is not timed. */
  lanes: readonly (number[] | null)[]
  pinning: Pinning
  run: ProtocolChoices & { rounds: number }
}

/** A figure of both sides: a value per process, or per round; or why there is none. */
export type Row = { name: string } & (
  | {
      first: number[]
      second: number[]
      /** Id of the metric that its instructions are counted for. */
      counted?: string
    }
  | { notMeasured: string }
)

export interface Metric extends Pick<ComparedMetric, 'threshold'> {
  /** Repeated measurements give the same value. */
  exact: boolean
  /** Values are of rounds that both sides share, and more is better. */
  paired?: true
  /** The word for greater figures of the second. */
  larger: ComparedMetric['worse']
  /** It needs a counter of instructions. */
  counts: boolean
  /** Whether it needs a server that keeps the contract. */
  startsServer: boolean
  /** Returns packages of the repository that it needs beside those of the folder. */
  tools?(folder: ServerFolder): readonly string[]
  /** Returns whether it can measure a server's or library's folder. */
  fits(folder: ServerFolder, scenario: Scenario): boolean
  /** Measures both sides, interleaved. @throws Unmeasurable */
  measure(plan: MetricPlan): Promise<{ how: string; rows: Row[]; caveats?: string[] }>
}

/** Compares two versions by the metrics of a probe that have a threshold. Of exact ones, one process suffices. */
export function metricOf(definition: AnyMeasuring): Metric {
  const { probe, subjects, packages } = definition
  const compared = probe.metrics.filter(({ threshold }) => threshold !== undefined)
  const exact = compared.every((metric) => metric.exact)
  const counts = compared.every((metric) => metric.counted)
  const filesOf = (folder: ServerFolder, scenario: Scenario) =>
    subjects
      .filesOf(folder, scenario)
      .filter(([kind]) => definition.compared?.includes(kind) ?? true)
  return {
    threshold: compared[0]?.threshold ?? 0,
    exact,
    larger: probe.larger ?? 'larger',
    counts,
    startsServer: true,
    ...(packages && { tools: packages }),
    fits: (folder, scenario) => filesOf(folder, scenario).length > 0,
    async measure({ folder, scenario, servers, counter, lanes, pinning, processes }) {
      const rows: Row[] = []
      for (const [kind, file] of filesOf(folder, scenario)) {
        const measured = await measureSubjects(definition, {
          subjects: servers(file).map((server) => subjectOf(server, kind)),
          scenario,
          values: { times: false, repeatably: true },
          tools: { counter, lanes, pinning, version: 'none' },
          processes: exact ? 1 : processes,
          seed: 1,
        })
        const sides = sidesOf(measured)
        rows.push(...compared.flatMap((metric) => rowOfMetric(kind || probe.name, metric, sides)))
      }
      const each = plural(exact ? 1 : processes, 'fresh process', 'fresh processes')
      return {
        how: `${each} of each, interleaved${counts && counter ? `, counted by ${counter.name}` : ''}`,
        rows,
      }
    },
  }
}

/** Returns the row of a part, or else of the probe; none where the figure is unknown. */
function rowOfMetric(
  kind: string,
  { id, title, scale = 1 }: Compared,
  sides: [Sample['values'][], Sample['values'][]],
): Row[] {
  const isKnown = sides.every(
    (side) => side.length > 0 && side.every((values) => typeof values[id] === 'number'),
  )
  if (!isKnown) return []
  const name = `${title}`.startsWith(kind) ? `${title}` : `${kind}, ${title}`
  return [{ ...rowOf(name, sides, (values) => Number(values[id]) * scale), counted: id }]
}

type Compared = Pick<AnyMeasuring['probe']['metrics'][number], 'id' | 'title' | 'scale'>

/** Returns the values of both sides' processes. @throws Unmeasurable with the reason of a disqualification */
export function sidesOf(
  measured: readonly Subject[],
): [first: Sample['values'][], second: Sample['values'][]] {
  const failed = measured.find(({ disqualified }) => disqualified !== null)
  if (failed) {
    const { name, failedIn, disqualified } = failed
    throw new Unmeasurable([name, failedIn?.phase, disqualified].filter(Boolean).join(': '))
  }
  const [first = [], second = []] = measured.map(({ samples }) =>
    samples.map(({ values }) => values),
  )
  return [first, second]
}

/** Returns a row of a figure of each process. */
export function rowOf<P>(
  name: string,
  [first, second]: readonly [readonly P[], readonly P[]],
  figureOf: (process: P) => number,
): Row {
  return { name, first: first.map(figureOf), second: second.map(figureOf) }
}
