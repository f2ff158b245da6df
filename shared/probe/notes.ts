/** Notes below the tables of a probe's file. */
import type { Subject } from '../format/measurement.ts'
import { type Contents, type Probe, rowsWithCaveats } from './probe.ts'

/** Explains each caveat that occurs, with the names of those that it qualifies. */
export function caveatNotes({ caveats = [] }: Pick<Probe, 'caveats'>, file: Contents): string[] {
  return caveats.flatMap(({ word, meaning, applies }) => {
    const subjects = rowsWithCaveats({}, file).filter((subject) => applies(subject, file))
    // Once, whatever the number of its parts.
    const names = new Set(subjects.map(({ displayName }) => displayName))
    return names.size > 0 ? [`${word}: ${meaning}: ${[...names].join(', ')}`] : []
  })
}

/** Returns the notes below a file's tables. */
export function notesOf(probe: Pick<Probe, 'caveats' | 'notes'>, file: Contents): string[] {
  return [...caveatNotes(probe, file), ...(probe.notes?.(file) ?? [])]
}

interface Disqualified extends Pick<Subject, 'name' | 'displayName' | 'failedIn'> {
  /** The reason, with the part that failed. */
  reason: string
}

export function disqualifiedIn({ subjects }: Pick<Contents, 'subjects'>): Disqualified[] {
  return subjects.flatMap(({ part, disqualified, ...subject }) => {
    if (disqualified === null) return []
    return [{ ...subject, reason: part ? `${part}: ${disqualified}` : disqualified }]
  })
}
