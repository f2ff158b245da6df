import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleServer, sampleTrial } from '../../shared/test/samples.ts'
import {
  expectedSeconds,
  LEAST_ROUNDS_UNTIL,
  protocolOf,
  USUAL_UNTIL,
  untilText,
  usualUntil,
} from './protocol.ts'
import { widerThan } from './run-record.ts'

test('servers with a wider interval than asked for come widest first', () => {
  const { summary } = sampleServer('a', [sampleTrial(1), sampleTrial(2)])
  assert.ok(summary)
  const of = (ratio: number, low: number | null, high: number | null) => ({
    ...summary,
    ratioToBaseline: { ratio, low, high },
  })
  const summaries: [string, typeof summary | null][] = [
    ['sure', of(1, 0.995, 1.005)],
    ['wide', of(1, 0.95, 1.05)],
    ['once', of(1, null, null)],
    ['wider', of(2, 1.8, 2.2)],
    ['refused', null],
    ['alone', { ...summary, ratioToBaseline: null }],
  ]
  const wide = widerThan(0.01, summaries)
  assert.deepEqual(
    wide.map(({ name, halfWidth: half }) => [name, half.toFixed(2)]),
    [
      ['once', 'Infinity'],
      ['wider', '0.10'],
      ['wide', '0.05'],
    ],
  )
})

test('--until starts with its minimum number of rounds, for any number of servers', () => {
  for (const servers of [2, 35])
    assert.equal(protocolOf({ until: 0.01 }, 'update-user', servers).rounds, LEAST_ROUNDS_UNTIL)
  assert.equal(protocolOf({ until: 0.01, rounds: 12 }, 'update-user', 2).rounds, 12)
  assert.throws(
    () => protocolOf({ until: 0.01, rounds: LEAST_ROUNDS_UNTIL - 1 }, 'update-user', 2),
    /^Error: --until judges from /,
  )
})

test('--until has time to add rounds, even with many servers', () => {
  for (const servers of [35, 40]) {
    const protocol = protocolOf({ until: 0.01 }, 'update-user', servers)
    const seconds = usualUntil(protocol, servers)
    assert.ok(expectedSeconds({ ...protocol, rounds: LEAST_ROUNDS_UNTIL + 1 }, servers) < seconds)
    assert.match(untilText(protocol, servers, seconds), /^\d+:\d\d min at the most$/)
  }
  assert.equal(usualUntil(protocolOf({ until: 0.01 }, 'update-user', 2), 2), USUAL_UNTIL)
})

test('the opening line says how many rounds fit into --max-time', () => {
  const protocol = protocolOf({ until: 0.01 }, 'update-user', 35)
  const round = expectedSeconds({ ...protocol, rounds: 1 }, 35)
  const text = (seconds: number) => untilText(protocol, 35, seconds)
  assert.match(
    text(8.5 * round),
    /^\d+:\d\d min at the most, enough for about 8 rounds: none is added$/,
  )
  assert.match(text(1), /^0:01 min at the most, enough for about 1 round: none/)
  assert.match(text(9.5 * round), /most$/)
})
