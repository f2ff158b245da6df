import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, tableCells, threeServers } from '../draw/fixture.ts'
import { measuredText } from './measured.ts'

const result = inventedResult(threeServers)
const facts = (of: typeof result) =>
  new Map(
    measuredText(of)
      .split('\n')
      .map((line) => line.replace('- ', '').split(': ') as [string, string]),
  )

test('machine, checks and the generator’s headroom, which only a busy-polling one reports', () => {
  const environment = { ...result.environment, cpuQuota: '150000 100000' }
  const limited = inventedResult(threeServers, { environment })
  assert.match(tableCells(measuredText(limited))[0]?.[1] ?? '', /^1: .*limited to 1\.5 CPUs$/)
  const own = facts(result)
  assert.match(own.get('Checked') ?? '', / 1,813,760 responses, 300 of them /)
  assert.match(own.get('Load generator’s headroom') ?? '', / 45% .* 45% /)
  const sleeping = { ...result, protocol: { ...result.protocol, polling: false } }
  assert.match(facts(sleeping).get('Load generator’s headroom') ?? '', /^unknown/)
  assert.ok(!own.has('Noise'))
})

test('noisy slices are counted', () => {
  const more = inventedResult(threeServers)
  const [trial] = more.servers[0]?.trials ?? []
  const [slice] = trial?.slices ?? []
  assert.ok(trial && slice)
  trial.slices.push({ ...slice, noise: 'on the pinned CPUs, other processes used 20% of one CPU' })
  assert.match(facts(more).get('Noise') ?? '', /^1 of 31 slices/)
})
