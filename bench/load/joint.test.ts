import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as hdr from 'hdr-histogram-js'
import type { HeldLoad, LoadGenerator, LoadPlan, LoadReport, LoadSession } from './generator.ts'
import { jointGenerator, jointReport, sharesOf } from './joint.ts'

const plan: LoadPlan = { scenario: 'update-user', wire: 'plain', connections: 100, pipelining: 1, seed: 7 }

/** @param milliseconds so many requests of each latency */
function reportOf(milliseconds: Record<number, number>, others: Partial<LoadReport> = {}): LoadReport {
  const histogram = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 })
  for (const [latency, count] of Object.entries(milliseconds)) {
    histogram.recordValueWithCount(Number(latency) * 1000, count)
  }
  const requests = histogram.totalCount
  return {
    ...{ seconds: 1, loadedSeconds: 1.1, requests, sent: requests, repeated: 0 },
    // What no report of several may be made of.
    latency: { mean: NaN, sd: NaN, p50: NaN, p90: NaN, p97_5: NaN, p99: NaN, p99_9: NaN, max: NaN },
    histogram: hdr.encodeIntoCompressedBase64(histogram),
    ...{ bytesReceived: 200 * requests, bytesSent: 100 * requests, errors: 0, timeouts: 0, non2xx: 0 },
    ...{ checked: requests, wrong: 0, firstWrong: null, cpuSeconds: 0.5, eventLoopPercent: 50 },
    ...others,
  }
}

interface Fake {
  /** Steps that fail. */
  fails?: keyof HeldLoad | 'hold' | 'prepare'
}

/** Generators that only note what they are told, in their common order. */
function generatorsOf(fakes: readonly Fake[]) {
  const told: string[] = []
  const tell = (index: number, step: string) => {
    told.push(`${step} ${index}`)
    if (fakes[index]?.fails === step) throw new Error(`${step} failed`)
  }
  const sessionOf = (index: number): LoadSession => ({
    load: () => assert.fail('nobody loads alone'),
    async hold() {
      tell(index, 'hold')
      return {
        open: async () => tell(index, 'open'),
        close: async () => tell(index, 'close'),
        async end() {
          tell(index, 'end')
          return reportOf({ 1: 10 })
        },
      }
    },
    close: async () => tell(index, 'away'),
  })
  const generators = fakes.map((_, index) => {
    const prepare: LoadGenerator['prepare'] = async () => {
      tell(index, 'prepare')
      return sessionOf(index)
    }
    return { name: 'fake', prepare } as LoadGenerator
  })
  const steps = () => told.map((each) => each.split(' ')[0])
  return { joint: jointGenerator(generators), told, steps }
}

test('connections are shared out, and no value is sent by two', () => {
  const shares = sharesOf(plan, 3)
  assert.deepEqual(
    shares.map(({ connections }) => connections),
    [34, 33, 33],
  )
  assert.equal(new Set(shares.map(({ seed }) => seed)).size, 3)
  assert.deepEqual(shares, sharesOf(plan, 3))
})

describe('a joint load', () => {
  test('all send before the first window opens, and until the last one is closed', async () => {
    const { joint, told, steps } = generatorsOf([{}, {}, {}])
    const session = await joint.prepare(plan, null)
    told.length = 0
    const { requests } = await session.load(1, 0.01, {
      started: () => told.push('started'),
      ended: () => told.push('ended'),
    })
    const three = (step: string) => [step, step, step]
    assert.deepEqual(steps(), [
      ...three('hold'),
      ...three('open'),
      'started',
      'ended',
      ...three('close'),
      ...three('end'),
    ])
    assert.equal(requests, 30)
  })

  for (const fails of ['hold', 'open', 'close', 'end'] as const) {
    test(`fails where one of them does (${fails}), and nobody is left sending`, async () => {
      const { joint, told } = generatorsOf([{}, { fails }])
      const session = await joint.prepare(plan, null)
      await assert.rejects(session.load(1, 0.01), { message: `${fails} failed` })
      assert.ok(told.includes('end 0'), told.join(', '))
    })
  }

  test('leaves no generator behind where one can’t be prepared', async () => {
    const { joint, told } = generatorsOf([{}, { fails: 'prepare' }, {}])
    await assert.rejects(joint.prepare(plan, null), { message: 'prepare failed' })
    assert.ok(told.includes('away 0') && told.includes('away 2'), told.join(', '))
  })
})

describe('the report of several', () => {
  test('has percentiles of all latencies together, and not the mean of theirs', () => {
    const { latency } = jointReport([reportOf({ 1: 985 }), reportOf({ 1: 5, 100: 10 })], 1)
    // One answer in a hundred took 100 ms; the mean of both p99 would be 50 ms, the greatest 100 ms.
    assert.ok(Math.abs(latency.p99 - 1) < 0.01, `${latency.p99}`)
    assert.ok(Math.abs((latency.p99_9 ?? 0) - 100) < 0.1, `${latency.p99_9}`)
    assert.ok(Math.abs(latency.mean - 1.99) < 0.01, `${latency.mean}`)
  })

  test('adds rates up, each by its own clock', () => {
    const joint = jointReport([reportOf({ 1: 1000 }), reportOf({ 1: 3000 }, { seconds: 1.5 })], 1)
    assert.equal(joint.requests, 4000)
    assert.ok(Math.abs(joint.requests / joint.seconds - 3000) < 1e-6)
    assert.equal(joint.windowsApart, 0.5)
  })

  test('is as busy as the busiest, and unknown where one is', () => {
    const joint = jointReport(
      [reportOf({ 1: 9 }, { cpuSeconds: 0.9, eventLoopPercent: 97 }), reportOf({ 1: 1 }, { cpuSeconds: 0.1 })],
      1,
    )
    assert.deepEqual([joint.cpuSeconds, joint.eventLoopPercent], [0.9, 97])
    assert.equal(
      jointReport([reportOf({ 1: 9 }), reportOf({ 1: 1 }, { eventLoopPercent: null })], 1).eventLoopPercent,
      null,
    )
  })

  test('counts what was wrong with any of them', () => {
    const firstWrong = { request: 'r', expected: 'e', got: 'g' }
    const bad = reportOf({ 1: 5 }, { wrong: 2, firstWrong, errors: 3, timeouts: 1, non2xx: 4 })
    const { wrong, errors, timeouts, non2xx, ...joint } = jointReport([reportOf({ 1: 5 }), bad], 1)
    assert.deepEqual([wrong, errors, timeouts, non2xx], [2, 3, 1, 4])
    assert.deepEqual(joint.firstWrong, firstWrong)
  })

  test('is noisy where one host was, and says nothing where one does not watch', () => {
    const noise = (percent: number) => ({
      raw: { stealSeconds: percent / 100, foreignSeconds: 0 },
      ...{ stealPercent: percent, foreignPercent: 0, swappedPages: 0, thermalEvents: null, frequencyPercent: null },
    })
    const joint = jointReport([reportOf({ 1: 1 }, { noise: noise(1) }), reportOf({ 1: 1 }, { noise: noise(7) })], 1)
    assert.equal(joint.noise?.stealPercent, 7)
    assert.ok(Math.abs((joint.noise?.raw?.stealSeconds ?? 0) - 0.08) < 1e-9)
    assert.equal(jointReport([reportOf({ 1: 1 }, { noise: noise(1) }), reportOf({ 1: 1 })], 1).noise, undefined)
  })
})
