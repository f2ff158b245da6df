import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleResult, sampleServer } from '../../shared/test/samples.ts'
import { protocolOf, secondsPerRound } from './protocol.ts'
import {
  LEAST_ROUNDS_UNTIL,
  missedGoal,
  needsRound,
  type Stop,
  type StopChoices,
  secondsLeft,
  stopOf,
  stopText,
  USUAL_UNTIL,
} from './stop.ts'

const protocol = protocolOf({ seed: 1 }, 'update-user')
const roundOf = (servers: number) => secondsPerRound(protocol, servers, null)
const stopFor = (choices: StopChoices, servers = 2) => stopOf(choices, roundOf(servers))

/** The number of rounds of a run whose rounds take 10 s each, and that is precise from a number of rounds on. */
function roundsOf(stop: Stop, preciseFrom = Number.POSITIVE_INFINITY): number {
  const progress = { rounds: 0, seconds: 0, lastSeconds: 0 }
  while (needsRound(stop, progress, progress.rounds >= preciseFrom) && progress.rounds < 100) {
    progress.rounds++
    progress.seconds += 10
    progress.lastSeconds = 10
  }
  return progress.rounds
}

test('a fixed number of rounds is measured, however long they take', () => {
  assert.deepEqual(stopFor({ rounds: 4 }), { kind: 'rounds', rounds: 4 })
  assert.deepEqual(stopFor({ quick: true }), { kind: 'rounds', rounds: 2 })
  assert.equal(stopFor({ quick: true, rounds: 3 }).rounds, 3)
  assert.equal(roundsOf({ kind: 'rounds', rounds: 4 }), 4)
})

test('a run of usual length has the least number of rounds, and no more than fit', () => {
  assert.deepEqual(stopFor({}), { kind: 'time', rounds: 15, maxSeconds: 690 })
  assert.equal(stopFor({}, 1_000).rounds, 3)
  const rounds = (maxSeconds: number) => roundsOf({ kind: 'time', rounds: 5, maxSeconds })
  assert.deepEqual([0, 39, 40, 600].map(rounds), [3, 3, 4, 5])
})

test('the time left is that of the planned rounds, as the last one, as far as they are in time', () => {
  const left = (stop: Stop) => secondsLeft(stop, { rounds: 3, seconds: 40, lastSeconds: 10 })
  assert.equal(left({ kind: 'rounds', rounds: 5 }), 20)
  assert.equal(left({ kind: 'rounds', rounds: 3 }), 0)
  assert.equal(left({ kind: 'time', rounds: 9, maxSeconds: 75 }), 30)
  assert.equal(left({ kind: 'precision', rounds: 9, maxSeconds: 55, halfWidth: 0.01 }), 10)
  assert.equal(left({ kind: 'precision', rounds: 3, maxSeconds: 99, halfWidth: 0.01 }), 0)
})

test('--until ends as soon as every ratio is precise enough, from its least number of rounds on', () => {
  for (const servers of [2, 35])
    assert.equal(stopFor({ until: 0.01 }, servers).rounds, LEAST_ROUNDS_UNTIL)
  assert.equal(stopFor({ until: 0.01, rounds: 12 }).rounds, 12)
  assert.throws(
    () => stopFor({ until: 0.01, rounds: LEAST_ROUNDS_UNTIL - 1 }),
    /^Error: --until needs \d+ rounds or more/,
  )
  const rounds = (maxSeconds: number, preciseFrom: number) =>
    roundsOf({ kind: 'precision', rounds: 8, maxSeconds, halfWidth: 0.01 }, preciseFrom)
  assert.deepEqual(
    [1, 10, 12].map((from) => rounds(500, from)),
    [8, 10, 12],
  )
  const late = 'its limit ends it even before its planned rounds, but after the first'
  assert.deepEqual(
    [0, 59, 100].map((seconds) => rounds(seconds, 12)),
    [1, 5, 10],
    late,
  )
})

test('--until has time to add rounds, even with many servers; --max-time may leave none', () => {
  for (const servers of [35, 40]) {
    const stop = stopFor({ until: 0.01 }, servers)
    assert.ok(stop.kind === 'precision')
    assert.ok((LEAST_ROUNDS_UNTIL + 1) * roundOf(servers) < stop.maxSeconds)
    assert.match(stopText(stop, roundOf(servers)).join(), /^8 rounds,\d+:\d\d min at the most$/)
  }
  const usual = stopFor({ until: 0.01 })
  assert.ok(usual.kind === 'precision' && usual.maxSeconds === USUAL_UNTIL)
  const round = roundOf(35)
  const text = (maxTime: number) => stopText(stopFor({ until: 0.01, maxTime }, 35), round)[1]
  assert.match(
    text(8.5 * round),
    /^\d+:\d\d min at the most, enough for about 8 rounds: none is added$/,
  )
  assert.match(text(1), /^0:01 min at the most, enough for about 1 round: none/)
  assert.match(text(9.5 * round), /most$/)
})

/** A result whose servers' ratios are that wide. */
function resultOf(
  widths: (number | null)[],
  until: { halfWidth: number; maxSeconds: number } | null = { halfWidth: 0.01, maxSeconds: 60 },
  rounds = LEAST_ROUNDS_UNTIL,
) {
  const servers = widths.map((width, index) => {
    const server = sampleServer(`server-${index}`)
    const low = width === null ? null : 1 / (1 + width)
    const high = width === null ? null : 1 + width
    return {
      ...server,
      summary: server.summary && { ...server.summary, ratioToBaseline: { value: 1, low, high } },
    }
  })
  const { details, ...measured } = sampleResult(servers)
  const made = { ...details, rounds: Array.from({ length: rounds }, () => []) }
  return { ...measured, details: { ...made, ...(until && { until }) } }
}

test('a run that misses its goal says how many servers are wider, and which most', () => {
  assert.match(
    missedGoal(resultOf([0, 0.005, 0.02, 0.04])) ?? '',
    /^--until 1% is not reached: 2 of 4 servers wider, server-3 most \(±(4|3\.9)%\); a longer --max-time adds rounds$/,
  )
  assert.match(
    missedGoal(resultOf([0, null, 0.02])) ?? '',
    /2 of 3 servers wider, server-1 most \(one round has no interval\)/,
  )
  assert.equal(
    missedGoal(resultOf([0, 0.005], undefined, LEAST_ROUNDS_UNTIL - 1)),
    '--until 1% is not reached: only 7 rounds; --until needs 8 or more; a longer --max-time adds rounds',
  )
})

test('a run that reaches it, or has none, says nothing', () => {
  assert.equal(missedGoal(resultOf([0, 0.005])), null)
  assert.equal(missedGoal(resultOf([0, 0.5], null, 1)), null)
})
