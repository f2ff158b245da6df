import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { scale } from '../../../shared/probes/scale.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { mostWorkers } from '../../machine/cpus.ts'
import { faultyFolders } from '../../test/faulty/faulty-servers.ts'
import { measured } from '../../test/measured.ts'

const linuxOnly = { skip: process.platform !== 'linux' && 'processes share a port on Linux' }

/** Loads two workers of each server. */
function scaled(t: TestContext, ...names: string[]) {
  const load = ['--workers', '2', '--connections', '10', '--seconds', '0.2', '--warmup', '0']
  return measured(t, scale, faultyFolders(...names), ['update-user', ...load, '--processes', '1'])
}

test(
  'two workers share the load; a server that cannot share is named, and no process is left',
  linuxOnly,
  async (t) => {
    const { status, output, result } = await scaled(t, 'honest', 'shares-no-port')
    assert.equal(status, 1, output.join('\n'))
    const { subjects, protocol } = result
    assert.equal(protocol.sharedCpus ?? false, mostWorkers() < 2)
    const [honest, faulty] = subjects
    const [{ values, evidence } = assert.fail()] = honest?.samples ?? []
    const { connections, cpuSeconds } = evidence as Record<string, number[]>
    assert.equal(cpuSeconds?.length, 2)
    // Some of the checker's may not be closed yet.
    assert.ok(sum(connections ?? [], (each) => each) >= 20)
    assert.ok(Number(values.rate) > 0 && Number(values.busiest) >= 1)
    assert.match(faulty?.disqualified ?? '', /^runs as one process only: /)
    assert.ok(output.includes('can run as one process only, without a change: shares-no-port'))
    assert.equal(values.processes, 2)
  },
)

test('a server that starts processes of its own is named', linuxOnly, async (t) => {
  const { status, output } = await scaled(t, 'starts-its-own')
  assert.equal(status, 0, output.join('\n'))
  assert.ok(output.some((line) => /own processes: .*: starts-its-own$/.test(line)))
})
