import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf } from '../../../shared/probe/probe.ts'
import { latency, loadsOf } from '../../../shared/probes/latency.ts'
import { faultyFolders } from '../../test/faulty/faulty-servers.ts'
import { measured } from '../../test/measured.ts'

test('a run writes its result; a failing server is disqualified with one line, and no process is left', async (t) => {
  const folders = faultyFolders('honest', 'throws-at-start')
  const load = ['--rates', '500,900000', '--processes', '1', '--seconds', '0.5', '--seed', '3']
  const { status, output, result } = await measured(t, latency, folders, ['update-user', ...load])
  assert.equal(status, 1, output.join('\n'))
  const [below, above, faulty] = result.subjects
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
})
