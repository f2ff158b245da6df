/** Marks subjects that accept invalid data in tables and charts, as in those of runs. */
import type { Subject } from '../format/measurement.ts'
import { CAVEATS } from '../results/caveats.ts'
import type { Published } from '../results/published.ts'
import { type Contents, firstOf } from './probe.ts'

const { mark } = CAVEATS['accepts-invalid']

/**
 * Puts the mark behind the names of servers that accept invalid data in the published runs of the scenario, and of libraries that do
 * so in the file itself.
 * @returns the file to show, and a note per kind of data
 */
export function withAccepted<F extends Contents>(
  file: F,
  published: readonly Published[],
): { file: F; accepted: string[] } {
  const { scenario = 'update-user' } = file
  const servers =
    published.find(({ result }) => result.scenario === scenario)?.result.subjects ?? []
  const messages = new Map(
    servers.flatMap(({ name, summary }) =>
      (summary?.caveats ?? []).flatMap(({ kind, message }) =>
        kind === 'accepts-invalid' ? [[name, message] as const] : [],
      ),
    ),
  )
  const messageOf = (subject: Subject) =>
    firstOf(subject, 'accepts') ?? messages.get(subject.name) ?? null
  const accepting = file.subjects.filter(
    (subject) => subject.disqualified === null && messageOf(subject) !== null,
  )
  if (accepting.length === 0) return { file, accepted: [] }
  const subjects = file.subjects.map((subject) =>
    accepting.includes(subject)
      ? { ...subject, displayName: `${subject.displayName} ${mark}`, isUnranked: true }
      : subject,
  )
  const accepted = [...Map.groupBy(accepting, messageOf)].map(([message, alike]) => {
    const names = new Set(alike.map(({ displayName }) => displayName))
    return `${mark} accepts-invalid: ${[...names].join(', ')}: ${message}`
  })
  return { file: { ...file, subjects }, accepted }
}
