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
  const taskOf = ({
    scenario,
    baseline,
    protocol,
    environment: { generatorVersion },
  }: Conditions) => {
    const { seed: _, rounds: __, ...task } = protocol
    return { scenario, baseline, ...task, generatorVersion }
  }
  return differencesOf(taskOf(old), taskOf(recent))
}

/** Returns differences of machine and software, which are stated. */
export function placeDifferences(
  { environment: old }: Conditions,
  { environment: recent }: Conditions,
): string[] {
  const placeOf = ({
    pinning: { server, generator },
    runtimes,
    ...environment
  }: Conditions['environment']) => {
    const {
      memoryBytes: _,
      generatorVersion: __,
      lockfileHash: ___,
      boot: ____,
      ...place
    } = environment
    // A run names the runtimes of its own servers only.
    const common = Object.entries(runtimes).filter(
      ([name]) => name in old.runtimes && name in recent.runtimes,
    )
    return {
      ...place,
      'CPUs of the server': server,
      'CPUs of the generator': generator,
      ...Object.fromEntries(common),
    }
  }
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
