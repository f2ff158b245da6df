import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleResult, sampleServer } from '../../shared/results/samples.ts'
import { LEAST_ROUNDS_UNTIL } from '../run/protocol.ts'
import { missedGoal } from './measure-run.ts'

const until = { halfWidth: 0.01, maxSeconds: 60 }

/** A result whose servers' ratios are that wide. */
function resultOf(widths: (number | null)[], asked: typeof until | null = until, rounds = LEAST_ROUNDS_UNTIL) {
  const servers = widths.map((width, index) => {
    const server = sampleServer(`server-${index}`)
    const low = width === null ? null : 1 / (1 + width)
    const high = width === null ? null : 1 + width
    return { ...server, summary: server.summary && { ...server.summary, ratioToBaseline: { ratio: 1, low, high } } }
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
