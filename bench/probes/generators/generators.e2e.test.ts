import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { generators } from '../../../shared/probes/generators.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory } from '../../test/testing.ts'

const directory = faultyDirectory()

test('each generator is a part; a server that fails under one is disqualified there, and a missing one is named', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'generators.json')
  // No other program is installed.
  const wrapper = ['env', `PATH=${scratch}`, `HOME=${scratch}`]
  const { status, output, complaints } = await commandLine(
    scratch,
    [
      ...['generators', '--servers', 'rejects-repeats', '--servers-dir', directory, '--quick'],
      ...['--programs', 'builtin,autocannon,wrk', '--connections', '20', '--requests', '200'],
      ...['--out', out],
    ],
    wrapper,
  )
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  assert.ok(output.includes('wrk is not installed: apt-get install wrk'), output.join('\n'))
  const { subjects } = readMeasurement(generators, out)
  const partsOf = (name: string) =>
    Object.fromEntries(
      subjects
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
  assert.deepEqual(processesOf(scratch), [])
})
