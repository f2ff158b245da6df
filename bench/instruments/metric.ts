/** A metric by which `versions` compares two versions of a package. An instrument offers one in its `metric.ts`. */
import type { Versions, VersionsMeasured, VersionsRow } from '../../charts/instruments/versions/format.ts'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { AMOUNTS, Counter } from '../counters/counter.ts'
import type { Pinning } from '../host/cpus.ts'
import type { Server, ServerFolder } from '../host/servers.ts'
import type { ProtocolChoices } from '../run/protocol.ts'
import type { MeasuredServer } from './processes.ts'

export interface MetricPlan {
  folder: ServerFolder
  /** Returns both sides with this file of their folders as entry. Their names are the labels. */
  servers(file: string): Server[]
  scenario: Scenario
  /** Null only for metrics that do not need it. */
  counter: Counter | null
  /** Fresh processes of each side. */
  processes: number
  amounts: Record<keyof typeof AMOUNTS, number>
  /** CPUs of each concurrent process that is not timed. */
  lanes: readonly (number[] | null)[]
  pinning: Pinning
  run: ProtocolChoices
}

export interface Metric extends Pick<VersionsMeasured, 'threshold' | 'exact' | 'larger'> {
  /** It needs a counter of instructions. */
  counts: boolean
  /** Packages of the repository that it needs beside those of the folder. */
  tools?: readonly string[]
  /** Returns whether it can measure a server's or library's folder. */
  fits(folder: ServerFolder, scenario: Scenario): boolean
  /** Measures both sides, interleaved. @throws Unmeasurable */
  measure(plan: MetricPlan): Promise<{ how: string; rows: VersionsRow[]; run?: Versions['run'] }>
}

/** Returns the processes of both sides. @throws Unmeasurable with the reason of a disqualification */
export function bothSides<P>(measured: readonly MeasuredServer<P>[]): [P[], P[]] {
  const refused = measured.find(({ refusal }) => refusal !== null)
  if (refused) throw new Unmeasurable(`${refused.name}: ${refused.refusal}`)
  const [first, second] = measured.map(({ processes }) => processes)
  return [first ?? [], second ?? []]
}

/** Returns a row of a figure of each process. @param isSettled default: all are */
export function rowOf<P>(
  name: string,
  [first, second]: readonly [readonly P[], readonly P[]],
  figureOf: (process: P) => number,
  isSettled: (process: P) => boolean = () => true,
): VersionsRow {
  const values = (processes: readonly P[], settled: boolean) =>
    processes.filter((process) => isSettled(process) === settled).map(figureOf)
  return {
    ...{ name, first: values(first, true), second: values(second, true) },
    unsettled: { first: values(first, false), second: values(second, false) },
  }
}
