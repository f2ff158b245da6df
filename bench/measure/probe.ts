import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Sample } from '../../shared/format/measurement.ts'
import type { Contents, Probe } from '../../shared/probe/probe.ts'
import type { Settings, Values } from '../cli/command.ts'
import type { Counter } from '../counters/counter.ts'
import type { MissingServer, ServerFolder } from '../folders/servers.ts'
import type { Pinning } from '../machine/cpus.ts'
import type { Subject, SubjectFinder } from './subjects.ts'

/** The figures of one fresh process. */
export interface Figures {
  values: Sample['values']
  evidence?: Sample['evidence']
  /** Replaces the server's name. */
  displayName?: string
  /** A library's own name, and its package, whose version is shown. */
  library?: { name: string; package: string | null }
}

/** Why a part has no figures, while the other parts of its process have. */
export interface FailedPart {
  disqualified: string
}

/** A process that was measured in several ways, such as at several rates: figures of each part of its subject. */
export type Measured = Figures | { parts: Readonly<Record<string, Figures | FailedPart>> }

/** Programs, CPUs and counters that are ready. */
export interface Tools {
  pinning: Pinning
  /** CPUs of each concurrent process; null without pinning. */
  lanes: readonly (number[] | null)[]
  /** Null where nothing is counted. */
  counter: Counter | null
  /** Names and versions of the measuring programs. */
  version: string
  /** Measuring programs that the file lacks. */
  notInstalled?: readonly Pick<MissingServer, 'name' | 'install'>[]
  /** Exit status for measuring programs that were requested and left out. */
  status?: number
}

export interface Turn<V, T, R> {
  /** Counted from 1. */
  round: number
  cpus: number[] | null
  scenario: Scenario
  values: V
  tools: T
  /** Does what all processes of the subject share, once, also where measuring is resumed. */
  once<R>(work: () => Promise<R>): Promise<R>
  /** What all processes of the file share. */
  shared: R
}

/** What is measured for one file. */
export interface FilePlan<V, T> {
  scenario: Scenario
  subjects: readonly Subject[]
  values: V
  tools: T
}

export type Common = {
  processes?: number
  seed?: number
  counts?: boolean
  quick?: boolean
  /** False where only counts are wanted. */
  times?: boolean
  /** Whether subjects are compared with copies of themselves, so that each process is to do the same. */
  repeatably?: boolean
}

/** How a probe is measured. The default export of `bench/probes/<name>/probe.ts`. */
export interface Measuring<
  S extends Settings,
  T extends object = object,
  R extends AsyncDisposable | undefined = undefined,
> {
  probe: Probe
  description: string
  subjects: SubjectFinder
  /** Kinds of subjects that `versions` compares; default: all. */
  compared?: readonly string[]
  /** Returns packages of the repository that measuring needs beside those of a folder. */
  packages?(folder: ServerFolder): readonly string[]
  /** Flags are named after their keys. Options for servers and the file are added. `counts` prepares a counter. */
  options: S
  /** Shown below the options. */
  more?: string
  /** Meaning of exit status 1, if more than that a server was disqualified or is not installed. */
  fails?: string
  /** Prepares the measuring program, and replaces the usual tools. */
  prepare?(values: Values<S>, usual: Tools): Promise<T & Partial<Tools>>
  /** Returns the parts of a subject that are measured; default: itself. */
  expand?(subject: Subject, values: Values<S>, tools: Tools & T): Subject[]
  /** Returns the conditions under which files are comparable, beside processes and seed, which it may replace. */
  protocol?(
    values: Values<S>,
    tools: Tools & T,
    subjects: readonly Subject[],
  ): Contents['protocol'] & Pick<Common, 'processes'>
  /** Returns the opening line, after the scenario and the number of servers. */
  opening?(values: Values<S>, tools: Tools & T, subjects: readonly Subject[]): string
  /** Builds a subject; default: its server. @throws with the reason of a disqualification */
  build?(subject: Subject): Promise<void>
  /** Starts what all processes of a file share, such as load generators. */
  share?(plan: FilePlan<Values<S> & Common, Tools & T>): R
  /**
   * Starts, measures and ends one fresh process; null if the subject has no more.
   * @throws with the reason of a disqualification
   */
  measure(subject: Subject, turn: Turn<Values<S> & Common, Tools & T, R>): Promise<Measured | null>
  /** Returns whether the command fails, beside disqualified subjects. */
  failed?(contents: Contents, tools: Tools & T): boolean
  /** Returns whether figures are rough on this machine: they go where those of `--quick` go. */
  isRough?(tools: Tools & T): boolean
}

// biome-ignore lint/suspicious/noExplicitAny: each probe has options and tools of its own
export type AnyMeasuring = Measuring<any, any, any>

/** Infers the types of a definition. */
export function measuring<
  const S extends Settings,
  T extends object = object,
  R extends AsyncDisposable | undefined = undefined,
>(definition: Measuring<S, T, R>): Measuring<S, T, R> {
  return definition
}
