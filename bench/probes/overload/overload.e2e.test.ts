import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { overload } from '../../../shared/probes/overload.ts'
import { readMeasurement } from '../../../shared/probes/store.ts'
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
  const [honest, faulty] = readMeasurement(overload, out).subjects
  const [{ values } = assert.fail()] = honest?.samples ?? []
  for (const multiple of [0.5, 1]) {
    const goodput = Number(values[`goodput@${multiple}`])
    assert.ok(goodput >= 0 && goodput <= 100 * multiple, `${goodput}%`)
    assert.ok(Number(values[`memory@${multiple}`]) > 0.5)
  }
  assert.ok(Number(values.capacity) > 0)
  assert.match(faulty?.disqualified ?? '', /^exited with status 1/)
  assert.deepEqual(faulty?.samples, [])
  assert.deepEqual(processesOf(scratch), [])
})
