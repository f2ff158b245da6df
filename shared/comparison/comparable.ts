/** Finds differences in the conditions of two files, as text: `connections 100 and 50`. */
import { isDeepStrictEqual } from 'node:util'
import type { Result } from '../format/format.ts'

/** Conditions of a run. */
export type Conditions = Pick<Result, 'scenario' | 'baseline' | 'protocol' | 'environment'>

/** Compares the values of two records; one that is absent is `none`. */
export function differencesOf(old: object, recent: object): string[] {
  const [before, after] = [old, recent] as [Record<string, unknown>, Record<string, unknown>]
  const show = (value: unknown) =>
    typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? 'none')
  return Object.keys({ ...old, ...recent }).flatMap((what) => {
    const [was, is] = [before[what], after[what]]
    return isDeepStrictEqual(was, is) ? [] : [`${what} ${show(was)} and ${show(is)}`]
  })
}

/**
 * Returns differences that rule out a comparison of two runs. Seed and number of rounds are not among them: they affect the
 * uncertainty of a number, not what it measures.
 */
export function taskDifferences(old: Conditions, recent: Conditions): string[] {
  const taskOf = ({ scenario, baseline, protocol, environment }: Conditions) => {
    const { seed: _, rounds: __, ...task } = protocol
    return { scenario, baseline, ...task, generatorVersion: environment.generatorVersion }
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
    const was = old.find((other) => other.name === name && other.runtime === runtime)
    return was ? differencesOf({ [name]: was.version }, { [name]: version }) : []
  })
  return changes.length > 0 ? [`versions differ: ${[...new Set(changes)].join(', ')}`] : []
}
