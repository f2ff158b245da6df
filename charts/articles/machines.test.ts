import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pooledOf } from '../../shared/results/published.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { tableCells } from '../test/run-fixture.ts'
import { machinesRegions } from './machines.ts'

/** Returns a run, hours after the first, whose server d has this ratio to the baseline. */
function run(boot: string, cpuModel: string, ratio: number, hours = 0) {
  const rates = { 'http-node': 10_000, a: 9_000, b: 8_000, c: 7_000, d: 10_000 * ratio }
  const result = resultOf(
    Object.fromEntries(Object.entries(rates).map(([name, rate], i) => [name, steady(rate, 5, i)])),
  )
  const file = {
    ...result,
    startedAt: new Date(Date.parse(result.startedAt) + hours * 3.6e6).toISOString(),
    environment: { ...result.environment, boot, cpuModel },
    protocol: { ...result.protocol, rounds: result.details.rounds.length },
    checksum: `${boot} ${hours}`,
  }
  return { file, path: `${boot} ${hours}` }
}

const regionsOf = (...runs: ReturnType<typeof run>[]) => {
  const published = pooledOf(runs)
  return machinesRegions(published ? [published] : [])
}

test('the kinds of machines are compared by ratio, and a machine with itself later', () => {
  const regions = regionsOf(
    run('epyc', 'AMD EPYC', 0.6),
    run('xeon', 'Xeon', 0.4),
    run('xeon', 'Xeon', 0.4, 7),
  )
  const rows = new Map(
    tableCells(regions['machines-transfer']).map(([figure = '', text = '']) => [figure, text]),
  )
  assert.match(rows.get('ratio of one server') ?? '', / to \+50% \(d\)$/)
  assert.match(rows.get('ratio to `node:http`') ?? '', /^on average Node\.js \+1\d%$/)
  assert.match(rows.get('order of 4 servers') ?? '', /^rank correlation 1\.000$/)
  assert.match(rows.get('the same machine 7 hours later') ?? '', /; 4 ratios 0% \(rms\)$/)
  assert.match(
    regions['machines-kinds'],
    /same kind, \d+% of 8 ratios were inside; ±\d+% for a typical server/,
  )
})

test('one kind of machine is not compared', () => {
  const regions = regionsOf(run('a', 'Xeon', 0.6), run('b', 'Xeon', 0.4))
  assert.deepEqual(Object.values(regions).slice(0, 2), ['', ''])
})
