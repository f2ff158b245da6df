/** Runs a compiler in a fresh process, and reads what it reports. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
// These copies are as published: the installation of @deepkit/type-compiler may patch the package `typescript`.
import six from 'typescript-6/package.json' with { type: 'json' }
import seven from 'typescript-7/package.json' with { type: 'json' }
import type { Compile, CompilerName } from '../../../charts/instruments/types/format.ts'
import { peakMemory, track, untrack } from '../../host/processes.ts'

export interface Compiler {
  name: CompilerName
  version: string
  /** Path of its `tsc`. */
  program: string
  arguments: string[]
}

const tscOf = (manifest: string) => join(dirname(fileURLToPath(manifest)), 'bin/tsc')
const sixth = { version: six.version, program: tscOf(import.meta.resolve('typescript-6/package.json')) }
const seventh = { version: seven.version, program: tscOf(import.meta.resolve('typescript-7/package.json')) }

export const compilers: readonly Compiler[] = [
  { name: 'TypeScript 6', ...sixth, arguments: [] },
  { name: 'TypeScript 7', ...seventh, arguments: [] },
  { name: 'TypeScript 7, one checker', ...seventh, arguments: ['--checkers', '1'] },
]

/** The figures of one process. */
type Compiled = Omit<Compile, 'compiler' | 'part' | 'size'>

/** Excessively deep or infinite, a union too complex, a stack too deep, and a declaration too long. */
const LIMITS = /\bTS(2589|2590|2321|7056): .*$/m
/** Peak memory never falls, so only its growth after the last look is missed. */
const LOOK_MILLISECONDS = 20

/**
 * Compiles the project of a configuration file in a directory.
 * @param limitSeconds after which the compiler is ended
 * @returns the limit of the compiler as `failure` where it hit one, which is no fault of the project
 * @throws with the first error in the project
 */
export async function compile(
  { name, program, arguments: more }: Compiler,
  directory: string,
  config: string,
  limitSeconds: number,
): Promise<Compiled> {
  const args = [program, '-p', config, '--extendedDiagnostics', '--pretty', 'false', ...more]
  const options = { cwd: directory, timeout: limitSeconds * 1000, killSignal: 'SIGKILL', maxBuffer: 1e8 } as const
  const running = promisify(execFile)(process.execPath, args, options)
  const pid = running.child.pid ?? 0
  track(pid)
  let peak = 0
  const looks = setInterval(() => {
    peak = Math.max(peak, peakMemory([pid]) ?? 0)
  }, LOOK_MILLISECONDS)
  const ended = await running.catch((error: Error & { stdout: string; stderr: string; killed: boolean }) => error)
  clearInterval(looks)
  untrack(pid)
  const output = ended.stdout + ended.stderr
  const isLate = 'killed' in ended && ended.killed
  const limit = isLate
    ? `no end within ${limitSeconds} s`
    : (/heap out of memory/.exec(output) ?? LIMITS.exec(output))?.[0]
  if (limit !== undefined) return { failure: limit, types: null, instantiations: null, checkSeconds: [], peakBytes: [] }
  const error = /^.*\berror TS\d+:.*$/m.exec(output)?.[0] ?? (ended instanceof Error ? ended.message : undefined)
  if (error !== undefined) throw new Error(`${name}: ${error}`)
  const figure = (title: string) => Number(new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
  return {
    ...{ failure: null, types: figure('Types'), instantiations: figure('Instantiations') },
    ...{ checkSeconds: [figure('Check time')], peakBytes: peak > 0 ? [peak] : [] },
  }
}
