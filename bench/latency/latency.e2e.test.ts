import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { latencyStore } from '../../shared/result/latency.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory } from '../test/testing.ts'

const directory = faultyDirectory()

test('a run writes what it saw; a server that fails is refused with one line, and nothing is left', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'latency.json')
  const { status, output, complaints } = await commandLine(scratch, [
    'latency',
    'update-user',
    ...['--servers', 'honest,throws-at-start', '--servers-dir', directory],
    ...['--rates', '3000,900000', '--shares', '50', '--processes', '1', '--seconds', '1', '--seed', '3', '--out', out],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const result = latencyStore.read(out)
  const [honest, faulty] = result.servers
  assert.ok(honest && faulty)
  const [, above, half] = honest.points
  assert.match(above?.skipped ?? '', /^its first process had [\d,]+\/s at most$/)
  // The file has six digits of the maximum.
  assert.ok(Math.abs(Number(half?.rate) - Number(honest.maxima[0]?.requestsPerSecond) / 2) <= 1)
  for (const { processes, skipped } of honest.points) {
    const [process] = processes
    if (skipped !== null) continue
    // On a machine at work the generator may have stood still each time: then there is no number, and its word for it.
    assert.ok(process && process.slices.length + process.refused.length > 0)
    for (const { scheduled, completed, failed, unsent, cpu } of process.slices) {
      assert.ok(scheduled > 0)
      assert.equal(completed + failed + unsent, scheduled)
      assert.ok(cpu.requests > 0)
    }
    for (const why of process.refused) assert.match(why, /^the load generator /)
  }
  assert.match(faulty.refusal ?? '', /^exited with status 1/)
  assert.deepEqual([faulty.maxima, faulty.points], [[], []])
  assert.ok(output.some((line) => line.startsWith('throws-at-start: refused: exited with status 1')))
  assert.deepEqual(processesOf(scratch), [])
})
