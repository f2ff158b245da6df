import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { type Matter, matterOf, type Question } from './matter.ts'

/** The second server takes 20 µs; the first is 1.6 times as fast. */
const question: Question = {
  cpu: { value: 20, low: 19, high: 21 },
  ratio: { value: 1.6, low: 1.55, high: 1.65 },
  work: 2,
  kind: 'waits',
  rate: 1_000,
}
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), `${actual}, and not ${expected}`)

test('request time and cores of both servers, with work that waits', () => {
  const { first, second, saved, ofRequest, ofCpu, cores } = matterOf(question)
  near(first.cpu, 12.5)
  near(second.cpu, 20)
  near(first.request, 2.0125)
  near(second.request, 2.02)
  near(first.cores, 0.0125)
  near(second.cores, 0.02)
  near(saved.value, 7.5)
  near(ofRequest.value, 7.5 / 2_020)
  near(ofCpu.value, 0.375)
  near(cores.value, 0.0075)
})

test('work that computes adds CPU time to both, so that the same cores are saved', () => {
  const { first, second, ofRequest, ofCpu, cores } = matterOf({ ...question, kind: 'computes' })
  near(second.cores, 2.02)
  near(second.cores - first.cores, cores.value)
  near(ofCpu.value, ofRequest.value)
  near(cores.value, matterOf(question).cores.value)
})

test('swapping the servers changes only the sign', () => {
  const { ratio, cpu } = question
  const turned = matterOf({
    ...question,
    cpu: { value: cpu.value / ratio.value, low: 11.8, high: 13.2 },
    ratio: { value: 1 / 1.6, low: 1 / 1.65, high: 1 / 1.55 },
  })
  near(turned.saved.value, -7.5)
  assert.ok((turned.saved.low ?? 0) < -7.5 && (turned.saved.high ?? 0) > -7.5 && (turned.saved.high ?? 0) < 0)
  assert.ok(turned.ofRequest.value < 0 && turned.cores.value < 0)
})

test('intervals cover the truth for independent figures', () => {
  const normal = normalNumbers(4)
  const keys = ['saved', 'ofRequest', 'ofCpu', 'cores'] as const
  const truth = matterOf(question)
  const runs = 2_000
  const hits = Object.fromEntries(keys.map((key) => [key, 0])) as Record<(typeof keys)[number], number>
  for (let run = 0; run < runs; run++) {
    const cpu = 20 * Math.exp(0.025 * normal())
    const ratio = 1.6 * Math.exp(0.016 * normal())
    const ends = (value: number, sd: number) => ({
      value,
      low: value * Math.exp(-1.96 * sd),
      high: value * Math.exp(1.96 * sd),
    })
    const seen = matterOf({ ...question, cpu: ends(cpu, 0.025), ratio: ends(ratio, 0.016) })
    for (const key of keys) {
      const { low, high } = seen[key]
      if ((low as number) <= truth[key].value && truth[key].value <= (high as number)) hits[key]++
    }
  }
  for (const key of keys) {
    const covered = hits[key] / runs
    assert.ok(covered > 0.93 && covered < 0.97, `${key}: ${covered} of the intervals hold the truth`)
  }
})

test('a share that does not depend on the CPU time has only the ratio’s interval', () => {
  const { ofCpu } = matterOf(question)
  near(ofCpu.low as number, 1 - 1 / 1.55)
  near(ofCpu.high as number, 1 - 1 / 1.65)
})

test('without an interval there is none, and the degree is unknown', () => {
  const open = matterOf({ ...question, ratio: { value: 1.6, low: null, high: null } })
  assert.deepEqual(
    [open.saved.low, open.cores.high, open.forWaiting, open.forMachines],
    [null, null, 'unknown', 'unknown'],
  )
})

test('without a significant difference the degree is unknown, at any rate', () => {
  const tied = matterOf({ ...question, rate: 1e6, ratio: { value: 1.01, low: 0.98, high: 1.04 } })
  assert.deepEqual([tied.forWaiting, tied.forMachines], ['unknown', 'unknown'])
})

test('it matters little with other work and few requests, much with neither', () => {
  const degrees = (change: Partial<Question>) => {
    const { forWaiting, forMachines }: Matter = matterOf({ ...question, ...change })
    return [forWaiting, forMachines]
  }
  assert.deepEqual(degrees({ work: 5, rate: 100 }), ['no', 'no'])
  assert.deepEqual(degrees({ work: 5, rate: 20_000 }), ['no', 'little'])
  assert.deepEqual(degrees({ work: 5, rate: 20_000, kind: 'computes' }), ['no', 'no'])
  assert.deepEqual(degrees({ work: 0, rate: 200_000 }), ['no', 'yes'])
  const slow: Partial<Question> = { cpu: { value: 4_000, low: 3_900, high: 4_100 } }
  assert.deepEqual(degrees({ ...slow, rate: 1 }), ['yes', 'no'])
  assert.deepEqual(degrees({ ...slow, rate: 1_000 }), ['yes', 'yes'])
})
