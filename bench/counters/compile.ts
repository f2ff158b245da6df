/** Compiles what counts instructions, once per machine. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { assertOnPath, CounterMissing } from './counting.ts'

/** Directory of what is compiled; ignored by git and the linters. */
const CACHE = join(ROOT, 'node_modules/.cache/instructions')

/**
 * Compiles a file of this folder, unless that was done before; returns the path of the output.
 * @throws CounterMissing without a compiler
 */
export async function compileOnce(name: string, ...flags: string[]): Promise<string> {
  const source = join(import.meta.dirname, name)
  const digest = createHash('sha256')
    .update(readFileSync(source))
    .update(`${flags} ${process.arch}`)
    .digest('hex')
  const path = join(CACHE, `${name}-${digest.slice(0, 12)}`)
  if (existsSync(path)) return path
  assertOnPath('cc', 'gcc libc6-dev')
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const { status, stderr } = await runProgram('cc', [...flags, '-o', unfinished, source])
  if (status !== 0)
    throw new CounterMissing(`cc cannot compile ${name}: ${explainingLine(stderr) ?? 'no output'}`)
  renameSync(unfinished, path)
  return path
}
