/** Runs a compiler in a fresh process, and reads what it reports. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
// These copies are as published: the installation of @deepkit/type-compiler may patch the package `typescript`.
import six from 'typescript-6/package.json' with { type: 'json' }
import seven from 'typescript-7/package.json' with { type: 'json' }
import type { Compile, CompilerName } from '../../../charts/instruments/types/format.ts'
import { cpuSeconds, peakMemory, track, untrack } from '../../host/processes.ts'

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
/** Peak memory and CPU time never fall, so only their growth after the last look is missed. */
const LOOK_MILLISECONDS = 20
/** Of resident memory; a compiler that needs more is ended. */
const MOST_GB = 8

/**
 * Compiles the project of a configuration file in a directory.
 * @param limitSeconds of CPU time, after which the compiler is ended
 * @returns the limit that the compiler hit as `failure`, which is no fault of the project
 * @throws with the first error in the project
 */
export async function compile(
  { name, program, arguments: more }: Compiler,
  directory: string,
  config: string,
  limitSeconds: number,
): Promise<Compiled> {
  const args = [
    `--max-old-space-size=${MOST_GB * 1000}`,
    program,
    '-p',
    config,
    '--extendedDiagnostics',
    '--pretty',
    'false',
    ...more,
  ]
  const running = promisify(execFile)(process.execPath, args, { cwd: directory, maxBuffer: 1e8 })
  const pid = running.child.pid ?? 0
  track(pid)
  let [peak, cpu] = [0, 0]
  let bound: string | undefined
  const looks = setInterval(() => {
    peak = Math.max(peak, peakMemory([pid]) ?? 0)
    cpu = Math.max(cpu, cpuSeconds([pid]) ?? 0)
    if (peak > MOST_GB * 1e9) bound = `more than ${MOST_GB} GB of memory`
    if (cpu > limitSeconds) bound = `more than ${limitSeconds} s of CPU time`
    if (bound !== undefined) running.child.kill('SIGKILL')
  }, LOOK_MILLISECONDS)
  const ended = await running.catch((error: Error & { stdout: string; stderr: string }) => error)
  clearInterval(looks)
  untrack(pid)
  const output = ended.stdout + ended.stderr
  const failure = bound ?? LIMITS.exec(output)?.[0]
  if (failure !== undefined) return { failure, types: null, instantiations: null, cpuSeconds: [], peakBytes: [] }
  const error = /^.*\berror TS\d+:.*$/m.exec(output)?.[0] ?? (ended instanceof Error ? ended.message : undefined)
  if (error !== undefined) throw new Error(`${name}: ${error}`)
  const figure = (title: string) => Number(new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
  return {
    ...{ failure: null, types: figure('Types'), instantiations: figure('Instantiations') },
    ...{ cpuSeconds: cpu > 0 ? [cpu] : [], peakBytes: peak > 0 ? [peak] : [] },
  }
}
