/** Compares the kernel's CPU time with that of processes that use a known amount. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { cpuSeconds } from '../processes/processes.ts'
import { threadTimes, threadTimesBetween } from '../processes/threads.ts'
import { NOISE_LIMITS, noiseBetween, readNoise } from './noise.ts'

const skip = process.platform !== 'linux' && 'reads /proc'

test('other processes’ CPU time is foreign, and the own is not', { skip }, async () => {
  // Burns 0.5 s of CPU time on CPU 0, and prints the exact amount.
  const script =
    'while (process.cpuUsage().user < 500_000);const { user, system } = process.cpuUsage()'
  const begin = readNoise([0])
  const before = performance.now()
  const program = ['taskset', '--cpu-list', '0', process.execPath, '-e']
  const [command = '', ...args] = [...program, `${script};console.log((user + system) / 1e6)`]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let used = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    used += text
  })
  await once(child, 'close')
  const seconds = (performance.now() - before) / 1000
  const end = readNoise([0])
  const [foreign, own] = [0, Number(used)].map(
    (seconds) => noiseBetween(begin, end, seconds)?.foreignPercent ?? 0,
  )
  assert.ok(Number(used) >= 0.5)
  // Other processes may run, too; only the difference counts.
  const difference = (((foreign ?? 0) - (own ?? 0)) / 100) * seconds
  assert.ok((foreign ?? 0) > NOISE_LIMITS.foreignPercent)
  assert.ok(difference > 0 && difference <= Number(used) * 1.05, `${difference} s of ${used} s`)
  assert.ok((own ?? 0) < (foreign ?? 0))
})

test('a thread’s CPU time grows with its work', { skip }, () => {
  const begin = threadTimes(process.pid)
  const end = performance.now() + 30
  while (performance.now() < end) globalThis.Object()
  const used = threadTimesBetween(begin, threadTimes(process.pid)).get(process.pid)
  assert.ok(used && used.cpu > 0 && used.cpu < 10, `${used?.cpu}`)
  assert.ok(used.waiting >= 0)
})

/** Uses 1/3 s of CPU time and prints the exact amount. */
const burn = `
  while (process.cpuUsage().user < 333_000) {}
  const { user, system } = process.cpuUsage()
  console.log((user + system) / 1e6)`

test('the CPU time of a finished child counts for its parent', { skip }, async (t) => {
  const script = `console.log(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}]) + '')
     setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => parent.kill('SIGKILL'))
  const [used] = await once(parent.stdout, 'data')
  assert.ok(Number(cpuSeconds([parent.pid as number])) >= Number(used) - 0.05)
})
