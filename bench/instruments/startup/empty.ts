/** Start times of the runtimes without a server. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as statistics from 'simple-statistics'
import type { Startup } from '../../../charts/instruments/startup/format.ts'
import { pinnedCommand } from '../../host/cpus.ts'
import type { Runtime } from '../../host/runtimes.ts'

const TIMES = 15

/** Returns the median seconds of each runtime with an empty program, started like a server, in JavaScript and in TypeScript. */
export function emptyPrograms(cpus: readonly number[] | null, runtimes: readonly Runtime[]): Startup['empty'] {
  const directory = mkdtempSync(join(tmpdir(), 'bench-empty-'))
  try {
    const [javascript, typescript] = [join(directory, 'empty.mjs'), join(directory, 'empty.mts')]
    writeFileSync(javascript, 'export const nothing = 0\n')
    writeFileSync(typescript, 'export const nothing: number = 0\n')
    return runtimes.map(({ name, executable, args }) => ({
      runtime: name,
      javascript: secondsOf(cpus, executable, [...args, javascript]),
      typescript: secondsOf(cpus, executable, [...args, typescript]),
    }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function secondsOf(cpus: readonly number[] | null, executable: string, given: readonly string[]): number {
  const [program = '', ...args] = pinnedCommand(cpus, executable, given)
  const { PATH, HOME, TMPDIR } = process.env
  const times = Array.from({ length: TIMES }, () => {
    const begin = performance.now()
    execFileSync(program, args, { stdio: 'ignore', env: { PATH, HOME, TMPDIR, NODE_ENV: 'production' } })
    return (performance.now() - begin) / 1000
  })
  return statistics.median(times)
}
