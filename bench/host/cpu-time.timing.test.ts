/** Compares the kernel's CPU time with that of processes that use a known amount. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { cpuClock, readCpuClock } from './cpu-clock.ts'
import { NOISE_LIMITS, NoiseMeter } from './noise.ts'
import { cpuSeconds, kill } from './processes.ts'
import { threadTimes, threadTimesBetween } from './threads.ts'

const skip = process.platform !== 'linux' && 'reads /proc'

test('the meter takes others’ CPU time for foreign, and not one’s own', { skip }, async () => {
  // Burns 0.5 s of CPU time on CPU 0, and tells how much it was.
  const script = 'while (process.cpuUsage().user < 500_000);const { user, system } = process.cpuUsage()'
  const meters = [new NoiseMeter([0]), new NoiseMeter([0])]
  for (const meter of meters) meter.begin()
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
  for (const meter of meters) meter.end()
  const [foreign, own] = meters.map((meter, i) => meter.noise(i === 0 ? 0 : Number(used)).foreignPercent ?? 0)
  assert.ok(Number(used) >= 0.5)
  // Others may be there too; what the child used makes the difference.
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
  assert.ok(used.waiting >= 0 && Number.isInteger(used.sleeps))
})

test('the time of a process that works goes on as its own clock does, to a hundredth of a second', {
  skip: !cpuClock(),
}, () => {
  for (const clock of new Set([cpuClock() ?? 'ticks', 'ticks'] as const)) {
    const before = readCpuClock(clock, [process.pid])
    const own = process.cpuUsage()
    while (process.cpuUsage(own).user + process.cpuUsage(own).system < 200_000);
    const used = readCpuClock(clock, [process.pid]) - before
    const { user, system } = process.cpuUsage(own)
    assert.ok(Math.abs(used - (user + system) / 1e6) < 0.02, `${clock}: ${used}`)
  }
})

/** A process that runs the script, until the end of the test; and the first line that it prints. */
function start(t: TestContext, script: string) {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => kill(child.pid as number))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { pid: child.pid as number, line: async () => (await lines.next()).value as string }
}

/** Uses a third of a CPU second, however long that takes, and prints what it used. */
const burn = `
  while (process.cpuUsage().user < 333_000) {}
  const { user, system } = process.cpuUsage()
  console.log((user + system) / 1e6)`

test('the CPU time of a process is what the process itself counts', { skip }, async (t) => {
  const { pid, line } = start(t, `${burn}; setInterval(() => {}, 1000)`)
  const used = Number(await line())
  const counted = cpuSeconds([pid]) as number
  // The kernel counts in hundredths, and the process has printed and gone to sleep since.
  assert.ok(counted >= used - 0.05 && counted <= used + 0.3, `${counted} s of ${used} s`)
})

test('the CPU time of a finished child is in its parent’s', { skip }, async (t) => {
  const { pid, line } = start(
    t,
    `console.log(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}]) + '')
     setInterval(() => {}, 1000)`,
  )
  const used = Number(await line())
  assert.ok((cpuSeconds([pid]) as number) >= used - 0.05)
})
