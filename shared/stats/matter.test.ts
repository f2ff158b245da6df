import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear, normalNumbers } from '../basics/testing.ts'
import { matterOf, type Question } from './matter.ts'

const none = { value: 1, low: 1, high: 1 }
/** The first server takes 12.5 µs, the second 20. */
const question: Question = {
  first: {
    cpu: { value: 12.5, low: 12, high: 13 },
    machineEffect: { value: 1, low: 0.98, high: 1.02 },
  },
  second: { cpu: { value: 20, low: 19, high: 21 }, machineEffect: none },
  level: { value: 1, low: 0.6, high: 1.6 },
  work: 2,
  kind: 'waits',
  rate: 1_000,
}
/** Returns the second server with other CPU times. */
const second = (value: number, low: number | null, high: number | null) => ({
  second: { cpu: { value, low, high }, machineEffect: none },
})
test('request time and cores of both servers, with work that waits', () => {
  const { first, second, saved, ofRequest, ofCpu, cores } = matterOf(question)
  assertNear(first.cpu.value, 12.5)
  assertNear(second.cpu.value, 20)
  assertNear(first.request, 2.0125)
  assertNear(second.request, 2.02)
  assertNear(first.cores, 0.0125)
  assertNear(second.cores, 0.02)
  assertNear(saved.value, 7.5)
  assertNear(ofRequest.value, 7.5 / 2_020)
  assertNear(ofCpu.value, 0.375)
  assertNear(cores.value, 0.0075)
})

test('work that computes adds CPU time to both, so that the same cores are saved', () => {
  const { first, second, ofRequest, ofCpu, cores } = matterOf({ ...question, kind: 'computes' })
  assertNear(second.cores, 2.02)
  assertNear(second.cores - first.cores, cores.value)
  assertNear(ofCpu.value, ofRequest.value)
  assertNear(cores.value, matterOf(question).cores.value)
})

test('swapping the servers only changes the sign of what is saved', () => {
  const { saved, cores } = matterOf(question)
  const turned = matterOf({ ...question, first: question.second, second: question.first })
  assertNear(turned.saved.value, -saved.value)
  assertNear(turned.saved.low as number, -(saved.high as number))
  assertNear(turned.cores.high as number, -(cores.low as number))
})

test('intervals cover the truth of another machine for independent errors', () => {
  const normal = normalNumbers(4)
  const keys = ['saved', 'ofRequest', 'ofCpu', 'cores'] as const
  const hits = { saved: 0, ofRequest: 0, ofCpu: 0, cores: 0 }
  const ends = (value: number, sd: number) => ({
    value,
    low: value * Math.exp(-1.96 * sd),
    high: value * Math.exp(1.96 * sd),
  })
  const [process, alone, all] = [0.03, 0.04, 0.2]
  const runs = 2_000
  for (let run = 0; run < runs; run++) {
    const level = Math.exp(all * normal())
    const there = (cpu: number) => ({
      cpu: ends(cpu * level * Math.exp(alone * normal()), 0),
      machineEffect: none,
    })
    const here = (cpu: number) => ({
      cpu: ends(cpu * Math.exp(process * normal()), process),
      machineEffect: ends(1, alone),
    })
    const seen = matterOf({ ...question, first: here(12.5), second: here(20), level: ends(1, all) })
    const truth = matterOf({ ...question, first: there(12.5), second: there(20), level: none })
    for (const key of keys) {
      const { low, high } = seen[key]
      if ((low as number) <= truth[key].value && truth[key].value <= (high as number)) hits[key]++
    }
  }
  for (const key of keys) assertNear(hits[key] / runs, 0.95, 0.02)
})

test('what a machine does to all servers cancels in shares of CPU time', () => {
  const { ofCpu } = matterOf(question)
  assert.deepEqual(ofCpu, matterOf({ ...question, level: none }).ofCpu)
})

test('without an interval there is none', () => {
  const { saved, cores } = matterOf({ ...question, ...second(20, null, null) })
  assert.deepEqual([saved.low, cores.high], [null, null])
})

const [similar, slow] = [second(12.6, 12, 13.2), second(4_000, 3_900, 4_100)]
const degrees: [change: Partial<Question>, forWaiting: string, forMachines: string][] = [
  [second(20, null, null), 'unknown', 'unknown'],
  // Without a significant difference it does not matter where both ends are small.
  [{ ...similar, rate: 1_000 }, 'no', 'no'],
  [{ ...similar, rate: 1e6 }, 'no', 'unknown'],
  [{ work: 5, rate: 100 }, 'no', 'no'],
  [{ work: 5, rate: 20_000 }, 'no', 'little'],
  [{ work: 5, rate: 20_000, kind: 'computes' }, 'no', 'no'],
  [{ work: 0, rate: 100_000 }, 'no', 'little'],
  [{ work: 0, rate: 1e6 }, 'no', 'yes'],
  [{ ...slow, rate: 1 }, 'yes', 'no'],
  [{ ...slow, rate: 1_000 }, 'yes', 'yes'],
]
for (const [change, ...expected] of degrees) {
  test(`whether it matters for waiting and for machines: ${expected.join(' and ')}`, () => {
    const { forWaiting, forMachines } = matterOf({ ...question, ...change })
    assert.deepEqual([forWaiting, forMachines], expected)
  })
}
