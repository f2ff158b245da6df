import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { INTERVAL, Sampler } from './sampler.ts'

test('a window shorter than the sampling interval still has a sample', async () => {
  const sampler = await Sampler.start(process.pid)
  assert.ok((await sampler.stop()).peakMemory > 0)
})

test('a process that ends in the window is not an error', async (t) => {
  const script = "while (process.cpuUsage().user < 100_000); console.log('ready'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  // The test triggers samples.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const sampler = await Sampler.start(child.pid as number)
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.mock.timers.tick(INTERVAL)
  const { maxCpuPercent, peakMemory, cpuSeconds } = await sampler.stop()
  assert.deepEqual({ maxCpuPercent, peakMemory, cpuSeconds }, { maxCpuPercent: 0, peakMemory: 0, cpuSeconds: 0 })
})
