import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf, steady } from '../../shared/results/compare-fixtures.ts'
import { pooledOf } from '../../shared/results/published.ts'
import { withinLines } from './published.ts'

const run = (express: number) => {
  const result = resultOf({ 'http-node': steady(40_000), express: steady(express), koa: steady(30_000) })
  return { ...result, protocol: { ...result.protocol, rounds: result.rounds.length }, checksum: '' }
}
const published = pooledOf([{ file: run(20_000), path: 'a' }])?.result

test('which servers lie outside of what another machine’s are expected to be', () => {
  assert.deepEqual(withinLines(run(20_000), published), ['2 of 2 servers within the published prediction interval'])
  const [line] = withinLines(run(8_000), published)
  assert.match(line ?? '', /^1 of 2 servers within .*; outside: express \(0\.20, published 0\.\d\d to 0\.\d\d\)$/)
})

test('there is no line without published results', () => {
  assert.deepEqual(withinLines(run(20_000), undefined), [])
})
