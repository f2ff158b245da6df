import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { firstOf } from '../../../shared/probe/probe.ts'
import { latency, loadsOf } from '../../../shared/probes/latency.ts'
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
  const [below, above, faulty] = readMeasurement(latency, out).subjects
  assert.ok(below && above && faulty)
  assert.deepEqual([below.part, above.part], ['500/s', '900,000/s'])
  assert.deepEqual([loadsOf(above), firstOf(above, 'stalls')], [[], 0])
  // On a busy machine the generator may have stalled each time; then there is no figure.
  assert.ok(loadsOf(below).length > 0 || Number(firstOf(below, 'stalls')) > 0)
  for (const { scheduled, completed, failed, unsent } of loadsOf(below)) {
    assert.ok(scheduled > 0)
    assert.equal(completed + failed + unsent, scheduled)
  }
  assert.match(faulty.disqualified ?? '', /^exited with status 1/)
  assert.deepEqual([faulty.part, faulty.samples], ['', []])
  assert.ok(
    output.some((line) => line.startsWith('throws-at-start: disqualified: exited with status 1')),
  )
  assert.deepEqual(processesOf(scratch), [])
})
