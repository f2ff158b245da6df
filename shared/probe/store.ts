/** Selects the stored measurements of a probe that are published. */
import { isDeepStrictEqual } from 'node:util'
import { ROOT } from '../basics/root.ts'
import type { Measurement, Subject } from '../format/measurement.ts'
import { storedMeasurements } from '../format/measurement-file.ts'
import { withdrawnFrom, withoutWithdrawn } from '../format/stored-files.ts'
import type { Contents, Probe, StoredMeasurement } from './probe.ts'
import { isByCallgrind } from './protocol.ts'

/**
 * Returns the files to publish, one per scenario and kind: the newest of the clean ones with most subjects, without withdrawn
 * servers. The rule does not look at figures.
 * @throws UsageError if a file is invalid
 */
export function publishedMeasurements(probe: Probe, root = ROOT): StoredMeasurement[] {
  const clean = storedMeasurements(probe, root).filter(
    ({ file }) => file.source.clean !== false && whyUnpublished(probe, file) === null,
  )
  const usable = ({ file, path }: StoredMeasurement): StoredMeasurement => ({
    file: withoutWithdrawn(file, root),
    path,
  })
  const groups = Map.groupBy(clean, ({ file }) =>
    JSON.stringify([file.scenario, probe.kindOf?.(file) ?? '']),
  )
  return [...groups.values()].flatMap((candidates) => {
    const mostSubjects = Math.max(...candidates.map(({ file }) => file.subjects.length))
    const chosen = candidates.findLast(({ file }) => file.subjects.length === mostSubjects)
    if (!chosen) return []
    const newest = usable(chosen)
    const { publish } = probe
    const isPooled = (typeof publish === 'function' ? publish(newest.file) : publish) === 'pooled'
    const published = isPooled ? withOthers(probe, newest, candidates.map(usable)) : newest
    const withdrawn = withdrawnFrom(chosen.file, root)
    for (const { name } of published.file.subjects) withdrawn.delete(name)
    return [{ ...published, withdrawn }]
  })
}

/** Returns why no page shows a file; null if one may. */
export function whyUnpublished(probe: Probe, file: Contents): string | null {
  return isByCallgrind(file)
    ? 'was counted by callgrind, and pages show counts by QEMU'
    : (probe.whyUnpublished?.(file) ?? null)
}

/**
 * Adds the subjects of all files with the same protocol and runtimes. A name that several have is of those with most figures of
 * it, and of the newest of these.
 */
function withOthers(
  probe: Probe,
  { file, path }: StoredMeasurement,
  files: readonly StoredMeasurement[],
): StoredMeasurement {
  const bestOf = new Map<
    string,
    { subjects: Subject[]; from: StoredMeasurement; figures: number }
  >()
  for (const other of files.filter((each) => isAlike(probe, file, each.file))) {
    for (const [name, subjects] of Map.groupBy(other.file.subjects, (each) => each.name)) {
      const figures = figuresOf(subjects)
      if (figures >= (bestOf.get(name)?.figures ?? 0))
        bestOf.set(name, { subjects, from: other, figures })
    }
  }
  const chosen = [...bestOf.values()]
  const notInstalled = file.notInstalled.filter(({ name }) => !bestOf.has(name))
  const others = [...new Set(chosen.map(({ from }) => from))].filter((from) => from.path !== path)
  return {
    file: { ...file, subjects: chosen.flatMap(({ subjects }) => subjects), notInstalled },
    path,
    others,
  }
}

/** Returns how many metrics have values of subjects that are not disqualified. */
function figuresOf(subjects: readonly Subject[]): number {
  const samples = subjects.flatMap((subject) =>
    subject.disqualified === null ? subject.samples : [],
  )
  const ids = samples.flatMap(({ values }) =>
    Object.keys(values).filter((id) => values[id] !== null),
  )
  return new Set(ids).size
}

/** Parts of a protocol that do not change what a figure means. */
const MAY_DIFFER = ['seed', 'sideBySide']

/** A part that is null was not measured. A file names only the runtimes of its subjects. */
function isAlike({ mixesProcesses }: Probe, one: Measurement, other: Measurement): boolean {
  const { runtimes } = one.environment
  const mayDiffer = mixesProcesses ? [...MAY_DIFFER, 'processes'] : MAY_DIFFER
  const parts = Object.keys({ ...one.protocol, ...other.protocol })
  return (
    parts.every((part) => {
      const [value = null, otherValue = null] = [one.protocol[part], other.protocol[part]]
      return (
        mayDiffer.includes(part) ||
        value === null ||
        otherValue === null ||
        isDeepStrictEqual(value, otherValue)
      )
    }) &&
    Object.entries(other.environment.runtimes).every(
      ([name, version]) => (runtimes[name] ?? version) === version,
    )
  )
}
