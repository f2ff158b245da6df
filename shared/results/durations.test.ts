import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultProtocol } from './default-protocol.ts'
import { durationsFile, slowness, usualDurations } from './durations.ts'

const health = (microseconds: number, healthy = true) => ({ healthy, light: { microseconds } })

/** A run of two rounds of three trials. */
function timed(seconds: number, details: object = {}, protocol: object = {}) {
  return {
    scenario: 'update-user',
    protocol: { ...defaultProtocol, seed: 1, ...protocol },
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000).toISOString(),
    details: {
      rounds: [
        [['http-node', 'koa'], ['http-node']],
        [['http-node'], ['koa', 'http-node']],
      ],
      resumed: [],
      health: null,
      ...details,
    },
  } as unknown as Parameters<typeof usualDurations>[0][number]
}

test('half of a run takes longer in proportion on a slower machine', () => {
  assert.deepEqual([null, health(12), health(36)].map(slowness), [1, 1, 2])
})

test('a trial takes as long as the median of comparable runs, at the usual speed', () => {
  const runs = [
    timed(18),
    timed(20),
    timed(48, { health: health(36) }),
    timed(600, { health: health(36, false) }),
    timed(600, { resumed: ['2026-01-01T00:05:00.000Z'] }),
    timed(600, {}, { connections: 1 }),
  ]
  assert.deepEqual(usualDurations(runs), { 'update-user': 3.33 })
  assert.equal(durationsFile(runs), '{\n  "update-user": 3.33\n}\n')
})
