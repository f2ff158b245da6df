/** Runs compilers in fresh processes, and reads what they report. */
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { type Failure, TITLES } from '../../../shared/probes/types.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { installedAt, manifestOf } from '../../folders/package-json.ts'
import { optionalInstall } from '../../folders/package-manager.ts'
import { cpuSeconds, peakMemory } from '../../processes/processes.ts'
import { runProgram } from '../../processes/run-program.ts'

/** Packages as published: the installation of @deepkit/type-compiler may patch the package `typescript`. */
export const PACKAGES = ['typescript-6', 'typescript-7']

const directoryOf = (name: string) => join(ROOT, 'node_modules', name)

/** @throws UsageError if a compiler is not installed */
export function compilerVersions(): string {
  const missing = PACKAGES.filter((name) => !existsSync(directoryOf(name)))
  if (missing.length > 0)
    throw new UsageError(`${missing.join(', ')} is not installed: ${optionalInstall(...PACKAGES)}`)
  return PACKAGES.map((name) => manifestOf(directoryOf(name)).version).join(' and ')
}

const ONE_CHECKER = ['--checkers', '1']

/** Declarations first: a precompiled client imports them. */
export const COMPILERS: readonly [name: Failure['compiler'], from: string, ...options: string[]][] =
  [
    ['declarations', 'typescript-7', ...ONE_CHECKER],
    ['six', 'typescript-6'],
    ['seven', 'typescript-7'],
    ['one', 'typescript-7', ...ONE_CHECKER],
  ]

export interface Compile {
  compiler: Failure['compiler']
  size: number
  /** A limit of the compiler that it hit, or why there are no declarations. */
  failure: string | null
  /** Counts are null where it failed. */
  types: number | null
  instantiations: number | null
  /** Size of the .d.ts files. */
  bytes: number | null
  /** Null where the system does not report it, too. */
  cpu: number | null
  peak: number | null
}

/** Excessively deep or infinite, a union too complex, a stack too deep, a declaration too long, and no memory left. */
const LIMITS = /\bTS(2589|2590|2321|7056): .*$|JavaScript heap out of memory/m
/** Seconds. */
const LONGEST = 600
/** Peak memory and CPU time never fall, so only their growth after the last look is missed. */
const LOOK_MILLISECONDS = 20
const OPTIONS = ['--extendedDiagnostics', '--pretty', 'false']

/**
 * Compiles the project in a directory, of `size` procedures or schemas.
 * @param part of the project, unless the compiler emits declarations
 * @throws with the first error in the project, except of declarations: a type without a name outside its package cannot be
 * declared, though it is inferred
 */
export async function compile(
  [compiler, name, ...options]: (typeof COMPILERS)[number],
  directory: string,
  part: 'server' | 'client',
  size: number,
): Promise<Compile> {
  let [peak, cpu] = [0, 0]
  let looks: NodeJS.Timeout | undefined
  const project = `${compiler === 'declarations' ? compiler : part}.json`
  const place = installedAt(directory, name)
  if (place === undefined) throw new Error(`${name} is not installed`)
  const program = [join(place, 'bin/tsc'), ...options, '-p', project, ...OPTIONS]
  const args = ['--max-old-space-size=8000', ...program]
  const { status, stdout, stderr, isLate } = await runProgram(process.execPath, args, {
    cwd: directory,
    limit: LONGEST,
    started(pid) {
      looks = setInterval(() => {
        peak = Math.max(peak, peakMemory([pid]) ?? 0)
        cpu = Math.max(cpu, cpuSeconds([pid]) ?? 0)
      }, LOOK_MILLISECONDS)
    },
  })
  clearInterval(looks)
  const limit = isLate ? `more than ${LONGEST} s` : LIMITS.exec(stdout + stderr)?.[0]
  const error = status === 0 ? undefined : (/^.*\berror TS\d+:.*$/m.exec(stdout)?.[0] ?? stderr)
  const failure = limit ?? error ?? null
  if (failure !== null && failure !== limit && compiler !== 'declarations')
    throw new Error(`${TITLES[compiler]}: ${failure}`)
  const unlessFailed = <T>(value: T) => (failure === null ? value : null)
  const count = (title: string) =>
    unlessFailed(Number(new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]))
  const files = globSync(`${directory}/declarations/**/*.d.ts`)
  return {
    compiler,
    size,
    failure,
    types: count('Types'),
    instantiations: count('Instantiations'),
    bytes: unlessFailed(sum(files, (file) => statSync(file).size)),
    cpu: unlessFailed(cpu || null),
    peak: unlessFailed(peak || null),
  }
}
