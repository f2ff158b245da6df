import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Server } from '../folders/servers.ts'
import { writingTo } from '../terminal/output.ts'
import { measureProcesses } from './processes.ts'

const serverNamed = (name: string) =>
  ({ name, manifest: {}, version: '1.0.0', runtime: { name: 'node' } }) as Server

test('one process runs per lane; a server that fails twice at once is disqualified once', async () => {
  const busy = new Set<number | undefined>()
  let most = 0
  const lines: string[] = []
  const measured = await writingTo(
    { out: { write: (text) => lines.push(text) }, err: process.stderr },
    () =>
      measureProcesses({
        ...{
          servers: ['fails', 'works'].map(serverNamed),
          processes: 4,
          lanes: [[0], [1]],
          seed: 1,
        },
        async measure({ name }, round, cpus) {
          const lane = cpus?.[0]
          assert.ok(!busy.has(lane), 'one at a time per CPU')
          busy.add(lane)
          most = Math.max(most, busy.size)
          await new Promise(setImmediate)
          busy.delete(lane)
          if (name === 'fails') throw new Error('it broke')
          return round
        },
        line: (round) => `round ${round}`,
      }),
  )
  assert.equal(most, 2)
  assert.deepEqual(
    lines.filter((line) => line.includes('disqualified')),
    ['fails: disqualified: it broke\n'],
  )
  assert.deepEqual(
    measured.map(({ name, processes, refusal }) => [name, processes, refusal]),
    [
      ['fails', [], 'it broke'],
      ['works', [1, 2, 3, 4], null],
    ],
  )
})
