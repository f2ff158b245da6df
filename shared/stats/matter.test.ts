import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { type Matter, matterOf, type Question } from './matter.ts'

const none = { value: 1, low: 1, high: 1 }
/** The first server takes 12.5 µs, the second 20. */
const question: Question = {
  first: {
    cpu: { value: 12.5, low: 12, high: 13 },
    elsewhere: { value: 1, low: 0.98, high: 1.02 },
  },
  second: { cpu: { value: 20, low: 19, high: 21 }, elsewhere: none },
  level: { value: 1, low: 0.6, high: 1.6 },
  work: 2,
  kind: 'waits',
  rate: 1_000,
}
/** Returns the second server with other CPU times. */
const second = (value: number, low: number | null, high: number | null) => ({
  second: { cpu: { value, low, high }, elsewhere: none },
})
const near = (actual: number, expected: number) =>
  assert.ok(
    Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)),
    `${actual}, and not ${expected}`,
  )

test('request time and cores of both servers, with work that waits', () => {
  const { first, second, saved, ofRequest, ofCpu, cores } = matterOf(question)
  near(first.cpu.value, 12.5)
  near(second.cpu.value, 20)
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

test('swapping the servers only changes the sign of what is saved', () => {
  const { saved, cores } = matterOf(question)
  const turned = matterOf({ ...question, first: question.second, second: question.first })
  near(turned.saved.value, -saved.value)
  near(turned.saved.low as number, -(saved.high as number))
  near(turned.cores.high as number, -(cores.low as number))
})

test('intervals cover the truth of another machine for independent errors', () => {
  const normal = normalNumbers(4)
  const keys = ['saved', 'ofRequest', 'ofCpu', 'cores'] as const
  const ends = (value: number, sd: number) => ({
    value,
    low: value * Math.exp(-1.96 * sd),
    high: value * Math.exp(1.96 * sd),
  })
  const [process, alone, all] = [0.03, 0.04, 0.2]
  const runs = 2_000
  const hits = Object.fromEntries(keys.map((key) => [key, 0])) as Record<
    (typeof keys)[number],
    number
  >
  for (let run = 0; run < runs; run++) {
    const level = Math.exp(all * normal())
    const there = (cpu: number) => ({
      cpu: ends(cpu * level * Math.exp(alone * normal()), 0),
      elsewhere: none,
    })
    const here = (cpu: number) => ({
      cpu: ends(cpu * Math.exp(process * normal()), process),
      elsewhere: ends(1, alone),
    })
    const seen = matterOf({ ...question, first: here(12.5), second: here(20), level: ends(1, all) })
    const truth = matterOf({ ...question, first: there(12.5), second: there(20), level: none })
    for (const key of keys) {
      const { low, high } = seen[key]
      if ((low as number) <= truth[key].value && truth[key].value <= (high as number)) hits[key]++
    }
  }
  for (const key of keys) {
    const covered = hits[key] / runs
    assert.ok(
      covered > 0.93 && covered < 0.97,
      `${key}: ${covered} of the intervals hold the truth`,
    )
  }
})

test('what a machine does to all servers cancels in shares of CPU time', () => {
  const { ofCpu } = matterOf(question)
  assert.deepEqual(ofCpu, matterOf({ ...question, level: none }).ofCpu)
})

test('without an interval there is none, and the degree is unknown', () => {
  const open = matterOf({ ...question, ...second(20, null, null) })
  assert.deepEqual(
    [open.saved.low, open.cores.high, open.forWaiting, open.forMachines],
    [null, null, 'unknown', 'unknown'],
  )
})

test('without a significant difference it does not matter where both ends are small, and else is unknown', () => {
  const degrees = (rate: number) => {
    const { forWaiting, forMachines } = matterOf({ ...question, ...second(12.6, 12, 13.2), rate })
    return [forWaiting, forMachines]
  }
  assert.deepEqual(degrees(1_000), ['no', 'no'])
  assert.deepEqual(degrees(1e6), ['no', 'unknown'])
})

test('it matters little with other work and few requests, much with neither', () => {
  const degrees = (change: Partial<Question>) => {
    const { forWaiting, forMachines }: Matter = matterOf({ ...question, ...change })
    return [forWaiting, forMachines]
  }
  assert.deepEqual(degrees({ work: 5, rate: 100 }), ['no', 'no'])
  assert.deepEqual(degrees({ work: 5, rate: 20_000 }), ['no', 'little'])
  assert.deepEqual(degrees({ work: 5, rate: 20_000, kind: 'computes' }), ['no', 'no'])
  assert.deepEqual(degrees({ work: 0, rate: 1e6 }), ['no', 'yes'])
  const slow = second(4_000, 3_900, 4_100)
  assert.deepEqual(degrees({ ...slow, rate: 1 }), ['yes', 'no'])
  assert.deepEqual(degrees({ ...slow, rate: 1_000 }), ['yes', 'yes'])
})
