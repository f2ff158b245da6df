import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Sample } from '../../shared/format/measurement.ts'
import type { Contents, Probe } from '../../shared/probe/probe.ts'
import { inLanes } from '../counters/lanes.ts'
import { buildServer } from '../folders/build.ts'
import { codeDigest } from '../folders/code-digest.ts'
import { identityOf } from '../folders/identity.ts'
import { onUsableMachine } from '../server/usable.ts'
import { say } from '../terminal/output.ts'
import { Steps } from '../terminal/steps.ts'
import { Attempts } from './attempts.ts'
import { partOfJournal } from './journal.ts'
import type {
  AnyMeasuring,
  Common,
  FailedPart,
  Figures,
  FilePlan,
  Measured,
  Tools,
} from './probe.ts'
import type { Subject } from './subjects.ts'

export interface RoundsPlan extends FilePlan<Common, Tools> {
  /** Fresh processes of each subject. */
  processes: number
  seed: number
}

type MeasuringSteps = Pick<AnyMeasuring, 'probe' | 'build' | 'measure' | 'share'>

/**
 * Builds the servers and measures fresh processes of each subject, in rounds of random order, so that disturbances affect all. A
 * subject that fails is disqualified for the rest.
 */
export async function measureSubjects(
  { probe, build = buildServer, measure, share }: MeasuringSteps,
  { subjects, scenario, values, tools, processes, seed }: RoundsPlan,
): Promise<Contents['subjects']> {
  await using shared = share?.({ subjects, scenario, values, tools })
  const measured = new Map(subjects.map((subject) => [subject, new Map<number, Measured>()]))
  const byName = Map.groupBy(subjects, nameOf)
  const shownName = (subject: Subject) =>
    byName.get(nameOf(subject))?.length === 1 ? nameOf(subject) : keyOf(subject)
  const attempts = new Attempts<Subject>((subject, reason) =>
    say(`${shownName(subject)}: disqualified: ${reason}`),
  )
  const attempt = (subject: Subject, work: () => Promise<void>) =>
    attempts.attempt(subject, () => onUsableMachine(work))
  for (const subject of subjects) await attempt(subject, () => build(subject))
  const fromJournal = partOfJournal()
  const startedWork = new Map<Subject, Promise<unknown>>()
  const onceFor =
    (subject: Subject) =>
    <R>(work: () => Promise<R>): Promise<R> => {
      const done = startedWork.get(subject) ?? fromJournal(keyOf(subject), work)
      startedWork.set(subject, done)
      return done as Promise<R>
    }
  const random = createRandom(seed)
  const turns = Array.from({ length: processes }, (_, i) =>
    random.shuffle(subjects).map((subject) => ({ subject, round: i + 1 })),
  )
  using steps = new Steps(turns.flat().length)
  await inLanes(tools.lanes, turns.flat(), async ({ subject, round }, cpus) => {
    const step = `${round}/${processes} ${shownName(subject)}`
    await attempt(subject, async () => {
      const once = onceFor(subject)
      const process = await fromJournal(`${keyOf(subject)}/${round}`, () => {
        steps.begins(step)
        return measure(subject, { round, cpus, scenario, values, tools, once, shared })
      })
      if (process === null) return
      measured.get(subject)?.set(round, process)
      for (const [part, figures] of Object.entries(partsOf(subject, process))) {
        const name = nameOf({ ...subject, part }).padEnd(16)
        say(`${round}/${processes}  ${name} ${figuresText(probe, { ...subject, part }, figures)}`)
      }
    })
    steps.ends(step)
  })
  return subjects.flatMap((subject) =>
    recordsOf(probe, subject, measured.get(subject) ?? new Map(), attempts.reasonOf(subject)),
  )
}

const partsOf = (
  { part }: Subject,
  process: Measured,
): Readonly<Record<string, Figures | FailedPart>> =>
  'parts' in process ? process.parts : { [part]: process }

/**
 * Returns a subject of the file per part; the subject itself where it is disqualified.
 * @param processes by round, without those that failed
 */
function recordsOf(
  probe: Probe,
  subject: Subject,
  processes: ReadonlyMap<number, Measured>,
  disqualified: string | null,
): Contents['subjects'] {
  const measured = [...processes]
    .sort(([a], [b]) => a - b)
    .map(([round, process]) => ({ round, parts: partsOf(subject, process) }))
  const partNames = new Set(measured.flatMap(({ parts }) => Object.keys(parts)))
  return (disqualified === null ? [...partNames] : [subject.part]).map((part) => {
    const measuredHere = measured.flatMap(({ round, parts }) => {
      const figures = parts[part]
      return figures && 'values' in figures ? [{ round, figures }] : []
    })
    const [failure] = measured.flatMap(({ parts }) => {
      const figures = parts[part]
      return figures && 'disqualified' in figures ? [figures.disqualified] : []
    })
    const samples = measuredHere.map(({ round, figures: { values, evidence } }) => ({
      round,
      values,
      ...(evidence !== undefined && { evidence }),
    }))
    return {
      ...identityOf(subject),
      ...namesOf(subject, measuredHere[0]?.figures),
      ...(subject.source && { code: codeDigest(subject) }),
      part,
      disqualified: disqualified ?? failure ?? varyingFigure(probe, samples),
      samples,
    }
  })
}

const keyOf = (subject: Subject) => `${nameOf(subject)} on ${subject.runtime.name}`

/** Returns which exact figure differs from process to process, or null. */
function varyingFigure({ metrics }: Probe, samples: readonly Sample[]): string | null {
  for (const { id, exact } of metrics) {
    const distinct = new Set(samples.flatMap(({ values }) => values[id] ?? []))
    if (exact && distinct.size > 1)
      return `${id} differs from process to process: ${[...distinct].join(', ')}`
  }
  return null
}

const nameOf = ({ name, part }: Pick<Subject, 'name' | 'part'>) =>
  part === '' ? name : `${name}, ${part}`

/** Names a library as it names itself, in the version of its package. */
function namesOf({ packages, version }: Subject, { displayName, library }: Partial<Figures> = {}) {
  if (!library) return displayName === undefined ? {} : { displayName }
  const { name, package: packageName } = library
  return { displayName: name, version: packageName && (packages[packageName] ?? version) }
}

/** Returns the figures of a process in the units of the tables. */
function figuresText({ metrics }: Probe, subject: Subject, figures: Figures | FailedPart): string {
  if ('disqualified' in figures) return `disqualified: ${figures.disqualified}`
  const { values } = figures
  const samples = [{ round: 1, values }]
  const row = { ...identityOf(subject), part: subject.part, disqualified: null, samples }
  return metrics
    .filter(({ on }) => on?.includes('terminal') ?? true)
    .flatMap(({ id, title, scale = 1, format = grouped, marks }) => {
      const value = values[id]
      if (value === undefined || value === null || typeof title !== 'string') return []
      const words = marks?.(row) ?? ''
      if (words !== '' && !words.startsWith('(')) return `${title} ${words}`
      const figure = typeof value === 'number' ? format(value * scale) : value
      return [title, figure, words].filter((text) => text !== '').join(' ')
    })
    .join(', ')
}
