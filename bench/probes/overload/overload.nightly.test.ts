import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { CLIENTS, LOSSES, overload } from '../../../shared/probes/overload.ts'
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
  const [unlimited, pool, ...faulty] = readMeasurement(overload, out).subjects
  for (const { part, samples } of [unlimited, pool].filter((each) => each !== undefined)) {
    const [{ values } = assert.fail(part)] = samples
    for (const multiple of [0.5, 1]) {
      const figure = (id: string) => Number(values[`${id}@${multiple}`])
      const lost = Object.keys(LOSSES).reduce((sum, loss) => sum + figure(loss), 0)
      // Goodput is relative to the capacity, and losses to the load.
      assert.ok(Math.abs(figure('goodput') / multiple + lost - 100) < 1e-3, JSON.stringify(values))
      assert.ok(figure('memory') > 0.5)
    }
    assert.ok(Number(values.capacity) > 0)
  }
  assert.deepEqual(
    [unlimited, pool, ...faulty].map((each) => [each?.name, each?.part, each?.samples.length]),
    ['honest', 'throws-at-start'].flatMap((name) =>
      CLIENTS.map((part) => [name, part, name === 'honest' ? 1 : 0]),
    ),
  )
  for (const { disqualified } of faulty) assert.match(disqualified ?? '', /^exited with status 1/)
  assert.deepEqual(processesOf(scratch), [])
})
