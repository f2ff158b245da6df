import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOSSES } from '../../../shared/probes/overload/figures.ts'
import { CLIENTS, overload } from '../../../shared/probes/overload.ts'
import { faultyFolders } from '../../test/faulty/faulty-servers.ts'
import { measured } from '../../test/measured.ts'

test('a run writes its result; a failing server is disqualified, and no process is left', async (t) => {
  const load = ['--multiples', '0.5,1', '--patience', '1000', '--processes', '1']
  const options = ['update-user', ...load, '--seconds', '0.3', '--seed', '3']
  const folders = faultyFolders('honest', 'throws-at-start')
  const { status, output, result } = await measured(t, overload, folders, options)
  assert.equal(status, 1, output.join('\n'))
  const [unlimited, pool, ...faulty] = result.subjects
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
})
