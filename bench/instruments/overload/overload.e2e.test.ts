import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { OUTCOMES, overloadStore } from '../../../charts/instruments/overload/format.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory } from '../../test/testing.ts'

const directory = faultyDirectory()

test('a run writes its result; a failing server is disqualified, and no process is left', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'overload.json')
  const { status, output, complaints } = await commandLine(scratch, [
    ...[
      'overload',
      'update-user',
      '--servers',
      'honest,throws-at-start',
      '--servers-dir',
      directory,
    ],
    ...[
      '--multiples',
      '0.5,1',
      '--patience',
      '1000',
      '--processes',
      '1',
      '--seconds',
      '0.3',
      '--seed',
      '3',
      '--out',
      out,
    ],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const [honest, faulty] = overloadStore.read(out).servers
  assert.deepEqual(
    honest?.processes.map(({ loads }) => loads.map(({ multiple }) => multiple)),
    [[0.5, 1]],
  )
  for (const load of honest?.processes[0]?.loads ?? []) {
    assert.ok(load.scheduled > 0 && load.peakMemory > 0)
    assert.equal(
      OUTCOMES.reduce((sum, outcome) => sum + load[outcome], 0),
      load.scheduled,
    )
  }
  assert.match(faulty?.refusal ?? '', /^exited with status 1/)
  assert.deepEqual(faulty?.processes, [])
  assert.deepEqual(processesOf(scratch), [])
})
