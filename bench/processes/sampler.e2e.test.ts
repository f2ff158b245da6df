import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { processTree } from './processes.ts'
import { startSampling } from './sampler.ts'

test('the shortest window has a peak', async () => {
  const stop = await startSampling(() => processTree(process.pid))
  assert.ok((await stop()).peakMemory > 0)
})

test('a process that ends in the window is not an error', async (t) => {
  const script =
    "while (process.cpuUsage().user < 100_000); console.log('ready'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const stop = await startSampling(() => processTree(child.pid as number))
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { peakMemory, cpuSeconds } = await stop()
  assert.deepEqual({ peakMemory, cpuSeconds }, { peakMemory: 0, cpuSeconds: 0 })
})
