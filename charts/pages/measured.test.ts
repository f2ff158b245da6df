import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { measuredText } from './measured.ts'

const result = inventedResult(threeServers)
const facts = (of: typeof result) =>
  new Map(
    measuredText(of)
      .split('\n')
      .map((line) => line.replace('- ', '').split(': ') as [string, string]),
  )

test('machine, checks and the generator’s headroom, which only a busy-polling one reports', () => {
  assert.match(tableCells(measuredText(result))[0]?.[1] ?? '', /^1: Sample CPU, 2 CPUs, /)
  const own = facts(result)
  assert.match(own.get('Checked') ?? '', / 1,813,760 responses, 300 of them /)
  assert.match(own.get('Load generator') ?? '', / 45% .* 45% /)
  const sleeping = { ...result, protocol: { ...result.protocol, polling: false } }
  assert.match(facts(sleeping).get('Load generator') ?? '', /^unknown/)
})
