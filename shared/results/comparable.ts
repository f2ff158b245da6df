/** Finds differences in the conditions of two runs, and whether these can be compared. */
import type { Environment, Result, UnsealedResult } from './format.ts'

/** Conditions of a run. */
export type Conditions = Pick<Result, 'scenario' | 'baseline' | 'protocol' | 'environment'>

export interface Difference {
  what: string
  old: string
  new: string
}

interface Aspect {
  what: string
  value: (conditions: Conditions) => unknown
  show?: (value: never) => string
}

/**
 * Conditions that must be equal. Seed and number of rounds are not among them: they affect the uncertainty of a number, not
 * what it measures.
 */
const task: Aspect[] = [
  { what: 'scenario', value: ({ scenario }) => scenario },
  { what: 'baseline', value: ({ baseline }) => baseline },
  { what: 'generator', value: ({ protocol }) => protocol.generator },
  { what: 'connections', value: ({ protocol }) => protocol.connections },
  { what: 'polling', value: ({ protocol }) => protocol.polling },
  { what: 'duration', value: ({ protocol }) => protocol.durationSeconds, show: inSeconds },
  { what: 'slice', value: ({ protocol }) => protocol.sliceSeconds, show: inSeconds },
  { what: 'group', value: ({ protocol }) => protocol.groupSize },
  { what: 'warm-up', value: ({ protocol }) => protocol.warmupSeconds, show: inSeconds },
]

const generatorVersion: Aspect = {
  what: 'generator version',
  value: ({ environment }) => environment.generatorVersion,
}

/** Conditions of machine and software: differences are stated. */
const place: Aspect[] = [
  { what: 'CPU', value: ({ environment }) => environment.cpuModel },
  { what: 'number of CPUs', value: ({ environment }) => environment.cpuCount },
  { what: 'CPUs of the server', value: ({ environment }) => environment.pinning.server, show: cpuList },
  { what: 'CPUs of the generator', value: ({ environment }) => environment.pinning.generator, show: cpuList },
  { what: 'CPU quota', value: ({ environment }) => environment.cpuQuota ?? 'none' },
  { what: 'governor', value: ({ environment }) => environment.governor ?? 'unknown' },
  { what: 'architecture', value: ({ environment }) => environment.arch },
  { what: 'OS', value: ({ environment }) => environment.os },
  { what: 'kernel', value: ({ environment }) => environment.kernel },
  { what: 'V8 of the suite', value: ({ environment }) => environment.v8 },
]

/** Returns differences that rule out a comparison. */
export function taskDifferences(old: Conditions, recent: Conditions): Difference[] {
  const differences = differencesIn(task, old, recent)
  // With different generators, their versions are irrelevant.
  const sameGenerator = old.protocol.generator === recent.protocol.generator
  return sameGenerator ? [...differences, ...differencesIn([generatorVersion], old, recent)] : differences
}

function runtimeDifferences(old: Conditions, recent: Conditions): Difference[] {
  const runtimes = (environment: Environment) => new Map(Object.entries(environment.runtimes))
  const others = runtimes(recent.environment)
  return [...runtimes(old.environment)].flatMap(([runtime, version]) => {
    const other = others.get(runtime)
    return other !== undefined && other !== version ? [{ what: runtime, old: version, new: other }] : []
  })
}

/** Formats `connections 100 and 50, group 7 and 6`. */
export function describeDifferences(differences: readonly Difference[]): string {
  return differences.map((difference) => `${difference.what} ${difference.old} and ${difference.new}`).join(', ')
}

function differencesIn(aspects: readonly Aspect[], old: Conditions, recent: Conditions): Difference[] {
  return aspects.flatMap(({ what, value, show = String }) => {
    const [shown, other] = [show(value(old) as never), show(value(recent) as never)]
    return shown === other ? [] : [{ what, old: shown, new: other }]
  })
}

function inSeconds(value: number): string {
  return `${value} s`
}

function cpuList(cpus: number[] | null): string {
  return cpus ? `[${cpus.join(' ')}]` : 'not pinned'
}

export function conditionNotes(old: Conditions, recent: Conditions): string[] {
  const differences = [...differencesIn(place, old, recent), ...runtimeDifferences(old, recent)]
  return differences.length > 0 ? [`old and new differ in ${describeDifferences(differences)}`] : []
}

export function versionNotes(old: UnsealedResult, recent: UnsealedResult): string[] {
  const changes = old.servers.flatMap(({ name, version }) => {
    const other = recent.servers.find((server) => server.name === name)
    return other && other.version !== version ? [`${name} ${version ?? 'none'} and ${other.version ?? 'none'}`] : []
  })
  return changes.length > 0 ? [`versions of packages differ: ${changes.join(', ')}`] : []
}
