import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { generators } from '../../../shared/probes/generators.ts'
import { faultyFolders } from '../../test/faulty/faulty-servers.ts'
import { measured } from '../../test/measured.ts'

test('each generator is a part; a server that fails under one is disqualified there, and a missing one is named', async (t) => {
  // No other program is installed.
  const empty = temporaryDirectory(t)
  const wrapper = ['env', `PATH=${empty}`, `HOME=${empty}`]
  const options = ['--programs', 'builtin,autocannon,wrk', '--connections', '20']
  const args = [...options, '--requests', '200', '--quick']
  const folders = faultyFolders('rejects-repeats')
  const { status, output, result } = await measured(t, generators, folders, args, wrapper)
  assert.equal(status, 1, output.join('\n'))
  assert.ok(output.includes('wrk is not installed: apt-get install wrk'), output.join('\n'))
  const partsOf = (name: string) =>
    Object.fromEntries(
      result.subjects
        .filter((subject) => subject.name === name)
        .map(({ part, disqualified, samples }) => [part, disqualified ?? samples[0]?.evidence]),
    )
  const { builtin, autocannon, ...others } = partsOf('rejects-repeats')
  assert.ok(Number((builtin as Record<string, number>)['2xx']) > 0)
  assert.match(String(autocannon), /^\d+ of 200 responses were 5xx$/)
  assert.deepEqual(others, {})
  const limits = partsOf('fixed-response')
  assert.deepEqual(Object.keys(limits).sort(), [
    'autocannon, 1 in flight',
    'autocannon, 10 in flight',
    'builtin, 1 in flight',
    'builtin, 10 in flight',
  ])
  const sent = limits['autocannon, 10 in flight'] as Record<string, number>
  // Of the last of each connection, nine are still in flight.
  assert.equal(sent['2xx'], 400 - 20 * 9)
})
