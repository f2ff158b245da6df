/** Selects the stored measurements of a probe that are published. */
import { isDeepStrictEqual } from 'node:util'
import { ROOT } from '../basics/root.ts'
import type { Measurement, Subject } from '../format/measurement.ts'
import { storedMeasurements } from '../format/measurement-file.ts'
import { withoutWithdrawn } from '../format/stored-files.ts'
import type { Probe, StoredMeasurement } from './probe.ts'

/**
 * Returns the files to publish, one per scenario and kind: the newest of the clean ones with most subjects, without withdrawn
 * servers. The rule does not look at figures.
 * @throws UsageError if a file is invalid
 */
export function publishedMeasurements(probe: Probe, root = ROOT): StoredMeasurement[] {
  const clean = storedMeasurements(probe, root).filter(
    ({ file }) => file.source.clean !== false && (probe.whyUnpublished?.(file) ?? null) === null,
  )
  const usable = ({ file, path }: StoredMeasurement): StoredMeasurement => ({
    file: probe.underLoad ? withoutWithdrawn(file, root) : file,
    path,
  })
  const groups = Map.groupBy(clean, ({ file }) =>
    JSON.stringify([file.scenario, probe.kindOf?.(file) ?? '']),
  )
  return [...groups.values()].flatMap((all) => {
    const most = Math.max(...all.map(({ file }) => file.subjects.length))
    const chosen = all.findLast(({ file }) => file.subjects.length === most)
    if (!chosen) return []
    const own = usable(chosen)
    const { publish } = probe
    const isPooled = (typeof publish === 'function' ? publish(own.file) : publish) === 'pooled'
    return [isPooled ? withOthers(probe, own, all.map(usable)) : own]
  })
}

/**
 * Adds the subjects of all files with the same protocol and runtimes. A name that several have is of those with most figures of
 * it, and of the newest of these.
 */
function withOthers(
  probe: Probe,
  { file, path }: StoredMeasurement,
  all: readonly StoredMeasurement[],
): StoredMeasurement {
  const bestOf = new Map<string, { own: Subject[]; from: string; figures: number }>()
  for (const other of all.filter((each) => isAlike(probe, file, each.file))) {
    for (const [name, own] of Map.groupBy(other.file.subjects, (each) => each.name)) {
      const figures = figuresOf(own)
      if (figures >= (bestOf.get(name)?.figures ?? 0))
        bestOf.set(name, { own, from: other.path, figures })
    }
  }
  const chosen = [...bestOf.values()]
  const notInstalled = file.notInstalled.filter(({ name }) => !bestOf.has(name))
  const others = [...new Set(chosen.map(({ from }) => from))].filter((from) => from !== path)
  return {
    file: { ...file, subjects: chosen.flatMap(({ own }) => own), notInstalled },
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
const FREE = ['seed', 'sideBySide']

/** A part that is null was not measured. A file names only the runtimes of its subjects. */
function isAlike({ mixesProcesses }: Probe, one: Measurement, other: Measurement): boolean {
  const { runtimes } = one.environment
  const free = mixesProcesses ? [...FREE, 'processes'] : FREE
  const parts = Object.keys({ ...one.protocol, ...other.protocol })
  return (
    parts.every((part) => {
      const [own = null, another = null] = [one.protocol[part], other.protocol[part]]
      return (
        free.includes(part) || own === null || another === null || isDeepStrictEqual(own, another)
      )
    }) &&
    Object.entries(other.environment.runtimes).every(
      ([name, version]) => (runtimes[name] ?? version) === version,
    )
  )
}
