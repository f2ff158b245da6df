import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMeasurement } from '../../../shared/format/measurement-file.ts'
import { scale } from '../../../shared/probes/scale.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { mostWorkers } from '../../machine/cpus.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory } from '../../test/testing.ts'

const directory = faultyDirectory()
const linuxOnly = { skip: process.platform !== 'linux' && 'processes share a port on Linux' }

/** Loads two workers of each server. */
async function scaled(scratch: string, names: string) {
  const out = join(scratch, 'scale.json')
  const servers = ['--servers', names, '--servers-dir', directory]
  const load = ['--workers', '2', '--connections', '10', '--seconds', '0.2', '--warmup', '0']
  const args = ['scale', 'update-user', ...servers, ...load, '--processes', '1', '--out', out]
  return { ...(await commandLine(scratch, args)), out }
}

test(
  'two workers share the load; a server that cannot share is named, and no process is left',
  linuxOnly,
  async (t) => {
    const scratch = runDirectory(t)
    const { status, output, complaints, out } = await scaled(scratch, 'honest,shares-no-port')
    assert.deepEqual([status, complaints], [1, []], output.join('\n'))
    const { subjects, protocol } = readMeasurement(scale, out)
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
    assert.deepEqual(processesOf(scratch), [])
  },
)

test('a server that starts processes of its own is named', linuxOnly, async (t) => {
  const { status, output } = await scaled(runDirectory(t), 'starts-its-own')
  assert.equal(status, 0)
  assert.ok(output.some((line) => /own processes: .*: starts-its-own$/.test(line)))
})
