/**
 * `npm test`: checks and tests in two parallel lanes. Prints a line per step, the failures, and finally
 * `N passed, N failed, N skipped`; the exit status is 1 if something failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../shared/basics/root.ts'

/** Cache of compiled modules: compiling takes half of a process's start. */
const COMPILED = join(ROOT, 'node_modules/.cache/node')

/** npm scripts by lane. Tests with real servers run three files at a time, and take as long as all others. */
const LANES = [['typecheck', 'lint', 'test:unit'], ['test:e2e']]

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/**
 * Parses the summary of `node --test`'s spec reporter. A step without tests counts as one.
 * @param output of the step
 */
export function countsOf(output: string, status: number | null): Counts {
  // The summary comes last: a test may print a line like one of it.
  const numberOf = (name: string) =>
    Number([...output.matchAll(new RegExp(`^ℹ ${name} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0)
  const [passed, skipped] = [numberOf('pass'), numberOf('skipped')]
  const failed = numberOf('fail') + numberOf('cancelled')
  if (status !== 0) return { passed, failed: Math.max(failed, 1), skipped }
  return { passed: Math.max(passed, 1), failed, skipped }
}

if (import.meta.main) {
  const counts = (await Promise.all(LANES.map(runLane))).flat()
  const sum = (key: keyof Counts) => counts.reduce((total, each) => total + each[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

async function runLane(steps: readonly string[]): Promise<Counts[]> {
  const counts: Counts[] = []
  for (const step of steps) counts.push(await runStep(step))
  return counts
}

async function runStep(step: string): Promise<Counts> {
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', step], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  const output = stdout + stderr
  const counts = countsOf(output, status)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${counts.failed === 0 ? 'ok  ' : 'FAIL'}  ${step}  ${seconds} s`)
  // The spec reporter lists the failures at its end.
  if (counts.failed > 0)
    console.log(output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:'))))
  return counts
}
