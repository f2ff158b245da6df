/** Runs a compiler in a fresh process, and reads what it reports. */
import { globSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
// These copies are as published: the installation of @deepkit/type-compiler may patch the package `typescript`.
import six from 'typescript-6/package.json' with { type: 'json' }
import seven from 'typescript-7/package.json' with { type: 'json' }
import { COMPILERS, type Compile } from '../../../charts/instruments/types/format.ts'
import { cpuSeconds, peakMemory } from '../../processes/processes.ts'
import { runProgram } from '../../processes/run-program.ts'

export const VERSIONS = `${six.version} and ${seven.version}`

const tscOf = (name: string) =>
  join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), 'bin/tsc')

export const compilers = [
  { name: COMPILERS[0], program: tscOf('typescript-6'), more: [] },
  { name: COMPILERS[1], program: tscOf('typescript-7'), more: [] },
  { name: COMPILERS[2], program: tscOf('typescript-7'), more: ['--checkers', '1'] },
]

export type Compiler = (typeof compilers)[number]

/** Excessively deep or infinite, a union too complex, a stack too deep, a declaration too long, and no memory left. */
const LIMITS = /\bTS(2589|2590|2321|7056): .*$|JavaScript heap out of memory/m
/** Seconds. */
const LONGEST = 600
/** Peak memory and CPU time never fall, so only their growth after the last look is missed. */
const LOOK_MILLISECONDS = 20
const OPTIONS = ['--extendedDiagnostics', '--pretty', 'false']

/**
 * Compiles a part of the project in a directory.
 * @throws with the first error in the project, except of declarations: a type without a name outside its package cannot be
 * declared, though it is inferred
 */
export async function compile(
  { name, program, more }: Compiler,
  directory: string,
  part: Compile['part'],
): Promise<Omit<Compile, 'size'>> {
  let [peak, cpu] = [0, 0]
  let looks: NodeJS.Timeout | undefined
  const args = ['--max-old-space-size=8000', program, '-p', `${part}.json`, ...OPTIONS, ...more]
  const { status, stdout, stderr, isLate } = await runProgram(process.execPath, args, {
    ...{ cwd: directory, limit: LONGEST },
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
  if (failure !== null && failure !== limit && part !== 'declarations')
    throw new Error(`${name}: ${failure}`)
  const figure = (title: string) =>
    failure === null ? Number(new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]) : null
  const files = failure === null ? globSync(`${directory}/${part}/**/*.d.ts`) : []
  return {
    ...{
      compiler: name,
      part,
      failure,
      types: figure('Types'),
      instantiations: figure('Instantiations'),
    },
    bytes: files.length > 0 ? files.reduce((sum, file) => sum + statSync(file).size, 0) : null,
    cpuSeconds: failure === null && cpu > 0 ? [cpu] : [],
    peakBytes: failure === null && peak > 0 ? [peak] : [],
  }
}
