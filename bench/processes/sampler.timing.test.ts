import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { kill, processTree } from './processes.ts'
import { startSampling, type Usage } from './sampler.ts'

const SIZE = 80 * 2 ** 20

/** On input, allocates memory, uses CPU time and prints the amount; keeps the memory. */
const worker = `
  process.stdin.once('data', () => {
    globalThis.kept = Buffer.alloc(${SIZE}, 1)
    const before = process.cpuUsage()
    while (process.cpuUsage(before).user < 600_000) {}
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1e6)
  })
  process.stdin.resume()
  console.log('ready')`

/** Only starts a child that does the work. */
const parent = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio: 'inherit' })
  setInterval(() => {}, 1000)`

/** Watches a process while it, or its child, works; returns the worker's own count, too. */
async function watch(
  t: TestContext,
  script: string,
): Promise<{ usage: Usage; idle: Usage; used: number }> {
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const pid = child.pid as number
  t.after(() => kill(-pid))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  const stopIdle = await startSampling(() => processTree(pid))
  const idle = await stopIdle()
  const stop = await startSampling(() => processTree(pid))
  child.stdin.write('go')
  const used = Number((await lines.next()).value)
  return { usage: await stop(), idle, used }
}

for (const [what, script] of [
  ['a process', worker],
  ['a child of the process', parent],
] as const) {
  test(`measures memory and CPU time of ${what}`, async (t) => {
    const { usage, idle, used } = await watch(t, script)
    assert.ok(
      usage.peakMemory > idle.peakMemory + 0.7 * SIZE,
      `the peak rose to ${usage.peakMemory}`,
    )
    // Page faults add to the loop that the worker counted.
    assert.ok(
      usage.cpuSeconds > used - 0.1 && usage.cpuSeconds < used + 1,
      `${usage.cpuSeconds} s of ${used} s`,
    )
    assert.ok(idle.cpuSeconds < 0.3, 'the window begins where sampling does')
  })
}
