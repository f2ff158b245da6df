import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { latencyStore } from '../../../charts/instruments/latency/format.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory } from '../../test/testing.ts'

const directory = faultyDirectory()

test('a run writes its result; a failing server is disqualified with one line, and no process is left', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'latency.json')
  const { status, output, complaints } = await commandLine(scratch, [
    'latency',
    'update-user',
    ...['--servers', 'honest,throws-at-start', '--servers-dir', directory],
    ...['--rates', '500,900000', '--processes', '1', '--seconds', '0.5'],
    ...['--seed', '3', '--out', out],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const result = latencyStore.read(out)
  const [honest, faulty] = result.servers
  assert.ok(honest && faulty)
  const [process] = honest.processes
  assert.ok(process)
  const [below, above] = process.points
  assert.deepEqual([above?.load, above?.stoodStill], [null, 0])
  const { load, stoodStill } = below ?? assert.fail()
  // On a busy machine the generator may have stalled each time; then there is no figure.
  assert.ok(load || stoodStill > 0)
  if (load) {
    assert.ok(load.scheduled > 0)
    assert.equal(load.completed + load.failed + load.unsent, load.scheduled)
  }
  assert.match(faulty.refusal ?? '', /^exited with status 1/)
  assert.deepEqual(faulty.processes, [])
  assert.ok(
    output.some((line) => line.startsWith('throws-at-start: disqualified: exited with status 1')),
  )
  assert.deepEqual(processesOf(scratch), [])
})
