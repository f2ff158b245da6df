/** Finds differences in the conditions of two files, as text: `connections 100 and 50`. */
import { isDeepStrictEqual } from 'node:util'
import type { Result } from '../format/format.ts'
import type { Contents } from '../format/measurement.ts'
import { isByCallgrind } from '../probe/protocol.ts'

type Conditions = Pick<Contents, 'environment'>

type Fields = Record<string, unknown>

/** Returns the keys whose values differ, as JSON. */
export function differingKeys(old: object, recent: object): string[] {
  const [before, after] = [old, recent].map((record): Fields => JSON.parse(JSON.stringify(record)))
  return Object.keys({ ...before, ...after }).filter(
    (key) => !isDeepStrictEqual(before?.[key] ?? null, after?.[key] ?? null),
  )
}

/** Compares the values of two records; one that is absent is `none`. */
function differencesOf(old: object, recent: object): string[] {
  const show = (value: unknown) =>
    typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? 'none')
  return differingKeys(old, recent).map(
    (key) => `${key} ${show((old as Fields)[key])} and ${show((recent as Fields)[key])}`,
  )
}

/** Parts of a protocol that affect the uncertainty of a figure, not what it means. */
const MAY_DIFFER = ['seed', 'rounds', 'sideBySide']

/** Returns differences that rule out a comparison. */
export function taskDifferences(old: Contents, recent: Contents): string[] {
  const taskOf = (file: Contents) => {
    const { probe, scenario, protocol, details, environment } = file
    return {
      scenario,
      workers: 1,
      pipelining: 1,
      ...Object.fromEntries(Object.entries(protocol).filter(([key]) => !MAY_DIFFER.includes(key))),
      'counted by': isByCallgrind(file) ? 'callgrind' : 'QEMU',
      ...(probe === 'run' && {
        baseline: (details as Result['details']).baseline,
        generatorVersion: environment.generatorVersion,
      }),
    }
  }
  return differencesOf(taskOf(old), taskOf(recent))
}

/** Properties of a machine that are not stated, or are part of the task. */
const UNSTATED = ['memoryBytes', 'generatorVersion', 'lockfileHash', 'boot', 'pinning', 'runtimes']

/** Returns differences of machine and software, which are stated. */
export function placeDifferences(
  { environment: old }: Conditions,
  { environment: recent }: Conditions,
): string[] {
  // A run names the runtimes of its own servers only.
  const common = Object.keys(old.runtimes).filter((name) => name in recent.runtimes)
  const placeOf = (environment: Conditions['environment']) => ({
    ...Object.fromEntries(Object.entries(environment).filter(([key]) => !UNSTATED.includes(key))),
    'CPUs of the server': environment.pinning.server,
    'CPUs of the generator': environment.pinning.generator,
    ...Object.fromEntries(common.map((name) => [name, environment.runtimes[name]])),
  })
  return differencesOf(placeOf(old), placeOf(recent))
}

interface Versioned {
  name: string
  version: string | null
  runtime: string
}

/** Names changed versions in one line; empty without. */
export function versionNotes(old: readonly Versioned[], recent: readonly Versioned[]): string[] {
  const changes = recent.flatMap(({ name, runtime, version }) => {
    const previous = old.find((other) => other.name === name && other.runtime === runtime)
    return previous ? differencesOf({ [name]: previous.version }, { [name]: version }) : []
  })
  return changes.length > 0 ? [`versions differ: ${[...new Set(changes)].join(', ')}`] : []
}
