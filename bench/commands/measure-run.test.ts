import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { defaultsOf } from '../../shared/results/default-protocol.ts'
import { writeResult } from '../../shared/results/file.ts'
import { type Rates, resultOf as runOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleResult, sampleServer } from '../../shared/test/samples.ts'
import { LEAST_ROUNDS_UNTIL } from '../run/protocol.ts'
import { missedGoal, resultText } from './measure-run.ts'

const until = { halfWidth: 0.01, maxSeconds: 60 }

/** A result whose servers' ratios are that wide. */
function resultOf(
  widths: (number | null)[],
  asked: typeof until | null = until,
  rounds = LEAST_ROUNDS_UNTIL,
) {
  const servers = widths.map((width, index) => {
    const server = sampleServer(`server-${index}`)
    const low = width === null ? null : 1 / (1 + width)
    const high = width === null ? null : 1 + width
    return {
      ...server,
      summary: server.summary && { ...server.summary, ratioToBaseline: { ratio: 1, low, high } },
    }
  })
  const measured = { ...sampleResult(servers), rounds: Array.from({ length: rounds }, () => []) }
  return { ...measured, ...(asked && { until: asked }) }
}

test('a run that misses its goal says how many servers are wider, and which most', () => {
  assert.match(
    missedGoal(resultOf([0, 0.005, 0.02, 0.04])) ?? '',
    /^--until 1% is not reached: 2 of 4 servers wider, server-3 most \(±(4|3\.9)%\); a longer --max-time adds rounds$/,
  )
  assert.match(
    missedGoal(resultOf([0, null])) ?? '',
    /1 of 2 servers wider, server-1 most \(one round has no interval\)/,
  )
})

test('a run of fewer rounds than --until judges from misses its goal, however narrow its intervals are', () => {
  assert.equal(
    missedGoal(resultOf([0, 0.005], until, LEAST_ROUNDS_UNTIL - 1)),
    '--until 1% is not reached: only 7 rounds; --until judges from 8 on; a longer --max-time adds rounds',
  )
  assert.equal(missedGoal(resultOf([0, 0.5], null, 1)), null)
})

test('a run that reaches it, or has none, says nothing', () => {
  assert.equal(missedGoal(resultOf([0, 0.005])), null)
  assert.equal(missedGoal(resultOf([0, 0.5], null)), null)
})

/** A run by the default protocol on a machine of its own, unless `boot` names one. */
function storable(day: number, rates: Rates, boot: string | null = `boot-${day}`) {
  const result = runOf(rates, { startedAt: `2026-01-0${day}T00:00:00.000Z` })
  const protocol = { ...defaultsOf(result.scenario), seed: day, rounds: result.rounds.length }
  return { ...result, protocol, environment: { ...result.environment, boot } }
}

test('a run is judged by the runs of other machines, even if it and others of its machine are stored', (t) => {
  const root = temporaryDirectory(t)
  const usual = { 'http-node': steady(40_000), express: steady(20_000), koa: steady(24_000) }
  const off = { ...usual, express: steady(20_000 * 0.85) }
  const own = storable(5, off)
  const others = [1, 2, 3].map((day) => storable(day, usual))
  for (const run of [...others, storable(4, off, 'boot-5'), own])
    writeResult(
      join(root, 'results/update-user', `${run.startedAt.slice(0, 10)}T00-00-00Z.json`),
      run,
    )
  const expected =
    /1 of 2 servers within the published prediction interval; outside: express \(0\.43, published 0\.4\d to/
  assert.match(resultText(own, root), expected)
  assert.match(
    resultText({ ...own, environment: { ...own.environment, boot: null } }, root),
    /2 of 2 servers within/,
  )
  assert.doesNotMatch(resultText(own, temporaryDirectory(t)), /within the published/)
})
