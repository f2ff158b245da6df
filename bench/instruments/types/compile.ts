/** Runs a compiler in a fresh process, and reads what it reports. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
// These copies are as published: the installation of @deepkit/type-compiler may patch the package `typescript`.
import six from 'typescript-6/package.json' with { type: 'json' }
import seven from 'typescript-7/package.json' with { type: 'json' }
import type { CompilerName } from '../../../charts/instruments/types/format.ts'
import { peakMemory } from '../../host/processes.ts'

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

export interface Compiled {
  types: number
  instantiations: number
  checkSeconds: number
  /** Null where the system does not report it. */
  peakBytes: number | null
}

/** A limit of the compiler: a finding, and no fault of the project. */
export class CompilerLimit extends Error {}

/** Excessively deep or infinite, a union too complex, a stack too deep, and a declaration too long. */
const LIMITS = /\bTS(2589|2590|2321|7056): .*$/m
/** Peak memory never falls, so only its growth after the last look is missed. */
const LOOK_MILLISECONDS = 20

/**
 * Compiles the project of a configuration file in a directory.
 * @param limitSeconds after which the compiler is ended
 * @throws CompilerLimit
 * @throws Error with the first error in the project
 */
export async function compile(
  { name, program, arguments: more }: Compiler,
  directory: string,
  config: string,
  limitSeconds: number,
): Promise<Compiled> {
  const args = [program, '-p', config, '--extendedDiagnostics', '--pretty', 'false', ...more]
  const timeout = limitSeconds * 1000
  const child = spawn(process.execPath, args, { cwd: directory, timeout, killSignal: 'SIGKILL' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let peakBytes: number | null = null
  const looks = setInterval(() => {
    const seen = peakMemory(child.pid === undefined ? [] : [child.pid])
    if (seen) peakBytes = Math.max(peakBytes ?? 0, seen)
  }, LOOK_MILLISECONDS)
  const [code, signal] = await once(child, 'close').finally(() => clearInterval(looks))
  if (/heap out of memory/.test(output)) throw new CompilerLimit('out of memory')
  if (signal === 'SIGKILL') throw new CompilerLimit(`no end within ${limitSeconds} s`)
  const limit = LIMITS.exec(output)?.[0]
  if (limit) throw new CompilerLimit(limit)
  const error = /^.*\berror TS\d+:.*$/m.exec(output)?.[0]
  if (error) throw new Error(`${name}: ${error}`)
  if (code !== 0) throw new Error(`${name} ended with ${code ?? signal}: ${output.slice(-200)}`)
  const figure = (title: string) => {
    const found = new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(output)?.[1]
    if (found === undefined) throw new Error(`${name} reports no "${title}"`)
    return Number(found)
  }
  return {
    ...{ types: figure('Types'), instantiations: figure('Instantiations') },
    ...{ checkSeconds: figure('Check time'), peakBytes },
  }
}
