/** Measures a probe: fresh processes of its subjects, interleaved, each of which yields named figures. */
import { terminalText } from '../../charts/instruments/instrument.ts'
import { instrumentFor } from '../../charts/instruments/probe.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { MEASUREMENT_VERSION, type Sample } from '../../shared/probes/measurement.ts'
import type { Contents, Probe } from '../../shared/probes/probe.ts'
import { measurementPath, writeMeasurement } from '../../shared/probes/store.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { type Counter, counterOrNone } from '../counters/counter.ts'
import { inLanes, lanesFor } from '../counters/lanes.ts'
import { buildServer } from '../folders/build.ts'
import { Attempts, identityOf } from '../folders/identity.ts'
import type { ServerFolder } from '../folders/servers.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import { hasDisqualified, measuringCommand } from './command.ts'
import { partOfJournal } from './journal.ts'
import type { Finder, Found, Subject } from './subjects.ts'

/** The figures of one fresh process. */
export interface Figures {
  values: Sample['values']
  evidence?: Sample['evidence']
  /** Replaces the server's name. */
  displayName?: string
  /** A library's own name, and its package, whose version is shown. */
  library?: { name: string; package: string | null }
}

/** Programs, CPUs and counters that are ready. */
interface Tools {
  pinning: Pinning
  /** CPUs of each concurrent process; null without pinning. */
  lanes: readonly (number[] | null)[]
  /** Null where nothing is counted. */
  counter: Counter | null
  /** Name and version of the measuring program. */
  version: string
}

interface Turn<V, T> {
  /** Counted from 1. */
  round: number
  cpus: number[] | null
  scenario: Scenario
  values: V
  tools: T
  /** Does what all processes of the subject share, once, also where measuring is resumed. */
  once<R>(work: () => Promise<R>): Promise<R>
}

type Common = {
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
export interface Measuring<S extends Settings, T extends object = object> {
  probe: Probe
  description: string
  subjects: Finder
  /** Kinds of subjects that `versions` compares; default: all. */
  compared?: readonly string[]
  /** Returns packages of the repository that measuring needs beside those of a folder. */
  packages?(folder: ServerFolder): readonly string[]
  /** Flags are named after their keys. Options for servers and the file are added. `counts` prepares a counter. */
  options: S
  /** Shown below the options. */
  more?: string
  /** Prepares the measuring program, and replaces the usual tools. */
  prepare?(values: Values<S>, usual: Tools): Promise<T & Partial<Tools>>
  /** Returns the parts of a subject that are measured; default: itself. */
  expand?(subject: Subject, values: Values<S>, tools: Tools & T): Subject[]
  /** Returns the conditions under which files are comparable, beside processes and seed. */
  protocol?(values: Values<S>, tools: Tools & T): Contents['protocol']
  /** Returns the opening line, after the scenario and the number of servers. */
  opening?(values: Values<S>, tools: Tools & T): string
  /** Builds a subject; default: its server. @throws with the reason of a disqualification */
  build?(subject: Subject): Promise<void>
  /**
   * Starts, measures and ends one fresh process; null if the subject has no more.
   * @throws with the reason of a disqualification
   */
  measure(subject: Subject, turn: Turn<Values<S> & Common, Tools & T>): Promise<Figures | null>
  /** Returns whether the command fails, beside disqualified subjects. */
  failed?(contents: Contents): boolean
}

// biome-ignore lint/suspicious/noExplicitAny: each probe has options and tools of its own
export type AnyMeasuring = Measuring<any, any>

/** Infers the types of a definition. */
export function measuring<const S extends Settings, T extends object = object>(
  definition: Measuring<S, T>,
): Measuring<S, T> {
  return definition
}

/** Returns the command of a probe. */
export function probeCommand(definition: AnyMeasuring): AddCommand {
  const { probe, subjects, description, options, more } = definition
  return measuringCommand(
    {
      name: probe.name,
      path: (of) => measurementPath(probe, of),
      complete: (contents) => contents as Contents,
      write: (path, file) => writeMeasurement(probe, path, file),
      text: (file) => terminalText(instrumentFor(probe), file),
    },
    {
      description,
      operands: subjects.operands,
      options: { ...options, ...subjects.options(probe.name) },
      timed: probe.timed ?? false,
      ...(more !== undefined && { more }),
      async plan(given, word) {
        const values = given as Values<Settings> & Common & Parameters<Finder['find']>[0]
        const found = subjects.find(values, word)
        const tools = await toolsFor(definition, values)
        return found.map((each) => planOf(definition, each, values, tools))
      },
    },
  )
}

async function toolsFor({ probe, prepare }: AnyMeasuring, values: Common): Promise<Tools> {
  const pinning = detectPinning()
  const { counts } = values
  const { counter, notCounted } = await counterOrNone(counts ?? false)
  if (counts && notCounted !== null) say(`no instructions are counted: ${notCounted}`)
  // Where nothing is timed, processes may share a CPU.
  const lanes = probe.timed ? { pinning, lanes: [pinning.server] } : lanesFor(pinning)
  const usual = { ...lanes, counter, version: counter?.version ?? 'none' }
  return { ...usual, ...(await prepare?.(values, usual)) }
}

function planOf(
  definition: AnyMeasuring,
  { scenario, subjects: found, notInstalled, lines, status }: Found,
  values: Common,
  tools: Tools,
) {
  const { probe, expand, protocol, opening, failed } = definition
  const { processes = 1, seed = 1 } = values
  const subjects = found.flatMap((subject) => expand?.(subject, values, tools) ?? [subject])
  const count = plural(new Set(found.map(({ name }) => name)).size, probe.noun ?? 'server')
  const start = probe.byScenario ? `${scenario.name}: ` : ''
  return {
    ...(probe.byScenario && { scenario: scenario.name }),
    lines: [...lines, `${start}${[count, opening?.(values, tools)].filter(Boolean).join(', ')}`],
    notInstalled,
    pinning: tools.pinning,
    runtimes: runtimesOf(subjects),
    tool: tools.version,
    status,
    failed: (contents: object) =>
      hasDisqualified(contents) || (failed?.(contents as Contents) ?? false),
    measure: async () => ({
      schemaVersion: MEASUREMENT_VERSION,
      probe: probe.name,
      scenario: scenario.name,
      protocol: { processes, seed, ...protocol?.(values, tools) },
      subjects: sixDigits(
        await measureSubjects(definition, { subjects, scenario, values, tools, processes, seed }),
      ),
    }),
  }
}

export interface Rounds {
  subjects: readonly Subject[]
  scenario: Scenario
  values: Common
  tools: Tools
  /** Fresh processes of each subject. */
  processes: number
  seed: number
}

/**
 * Builds the servers and measures fresh processes of each subject, in rounds of random order, so that disturbances affect all. A
 * subject that fails is disqualified for the rest.
 */
export async function measureSubjects(
  { probe, build = buildServer, measure }: AnyMeasuring,
  { subjects, scenario, values, tools, processes, seed }: Rounds,
): Promise<Contents['subjects']> {
  const figures = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]))
  const attempts = new Attempts<Subject>((subject, reason) =>
    say(`${nameOf(subject)}: disqualified: ${reason}`),
  )
  for (const subject of subjects) await attempts.attempt(subject, () => build(subject))
  const kept = partOfJournal()
  const shared = new Map<Subject, Promise<unknown>>()
  const onceFor =
    (subject: Subject) =>
    <R>(work: () => Promise<R>): Promise<R> => {
      const done = shared.get(subject) ?? kept(keyOf(subject), work)
      shared.set(subject, done)
      return done as Promise<R>
    }
  const random = createRandom(seed)
  const turns = Array.from({ length: processes }, (_, i) =>
    random.shuffle(subjects).map((subject) => ({ subject, round: i + 1 })),
  )
  await inLanes(tools.lanes, turns.flat(), ({ subject, round }, cpus) =>
    attempts.attempt(subject, async () => {
      const once = onceFor(subject)
      const process = await kept(`${keyOf(subject)}/${round}`, () =>
        measure(subject, { round, cpus, scenario, values, tools, once }),
      )
      if (process === null) return
      ;(figures.get(subject) as Figures[])[round - 1] = process
      say(`${round}/${processes}  ${nameOf(subject).padEnd(16)} ${lineOf(probe, process)}`)
    }),
  )
  return subjects.map((subject) => {
    const own = figures.get(subject) ?? []
    // Without those that failed.
    const samples = Object.entries(own).map(([i, { values, evidence }]) => ({
      round: Number(i) + 1,
      values,
      ...(evidence !== undefined && { evidence }),
    }))
    return {
      ...identityOf(subject),
      ...namesOf(subject, Object.values(own)[0]),
      part: subject.part,
      disqualified: attempts.reasonOf(subject) ?? whatVaries(probe, samples),
      samples,
    }
  })
}

const keyOf = (subject: Subject) => `${nameOf(subject)} on ${subject.runtime.name}`

/** Returns which exact figure differs from process to process, or null. */
function whatVaries({ metrics }: Probe, samples: readonly Sample[]): string | null {
  for (const { id, exact } of metrics) {
    const all = new Set(samples.flatMap(({ values }) => values[id] ?? []))
    if (exact && all.size > 1)
      return `${id} differs from process to process: ${[...all].join(', ')}`
  }
  return null
}

const nameOf = ({ name, part }: Subject) => (part === '' ? name : `${name}, ${part}`)

/** Names a library as it names itself, in the version of its package. */
function namesOf({ packages, version }: Subject, { displayName, library }: Partial<Figures> = {}) {
  if (!library) return displayName === undefined ? {} : { displayName }
  const { name, package: of } = library
  return { displayName: name, version: of && (packages[of] ?? version) }
}

/** Returns the figures of a process in the units of the tables. */
function lineOf({ metrics }: Probe, { values }: Figures): string {
  return metrics
    .filter(({ on }) => on?.includes('terminal') ?? true)
    .flatMap(({ id, title, scale = 1 }) => {
      const value = values[id]
      if (value === undefined || value === null || typeof title !== 'string') return []
      return `${title} ${typeof value === 'number' ? grouped(value * scale) : value}`
    })
    .join(', ')
}
