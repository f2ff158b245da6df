import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../draw/fixture.ts'
import { updateDoc } from './docs.ts'

const page = '<!-- bench:evidence:begin -->\n<!-- bench:evidence:end -->\n'

test('a scenario’s row has the length of the warm-up, and how many trials settled', () => {
  const result = inventedResult(threeServers)
  const servers = result.servers.map((server, i) => ({
    ...server,
    trials: server.trials.map((trial) => ({ ...trial, warmUp: { rates: [], seconds: 1 + i, settled: i > 0 } })),
  }))
  const text = updateDoc('results/experiments/README.md', page, [{ ...result, servers }])
  const rounds = result.rounds.length
  const row = new RegExp(`\\| 3 \\| 1 \\| 1 \\| ${rounds} \\| 2\\.0 \\| 3\\.0 \\| ${2 * rounds} of ${3 * rounds} \\|`)
  assert.match(text, row)
})
