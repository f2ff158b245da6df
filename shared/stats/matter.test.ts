import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear, normalNumbers } from '../basics/testing.ts'
import { isSignificant, mapEstimate } from './estimate.ts'
import { matterOf, type Question } from './matter.ts'

const none = { value: 1, low: 1, high: 1 }
/** The first server takes 12.5 µs, the second 20. */
const ends = (value: number, sd: number) => ({
  value,
  low: value * Math.exp(-1.96 * sd),
  high: value * Math.exp(1.96 * sd),
})
/** Returns the pair of two servers whose processes vary independently, by this standard deviation. */
const pairOf = (first: number, second: number, sd: number) => ({
  ratio: ends(second / first, Math.SQRT2 * sd),
  middle: ends(Math.sqrt(first * second), sd / Math.SQRT2),
})
const question: Question = {
  pair: pairOf(12.5, 20, 0.02),
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
const second = (value: number, sd: number | null) => {
  const pair = pairOf(12.5, value, sd ?? 0)
  const open = { low: null, high: null }
  return {
    second: { cpu: ends(value, sd ?? 0), machineEffect: none },
    pair: sd === null ? { ratio: { ...pair.ratio, ...open }, middle: pair.middle } : pair,
  }
}
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
  const turned = matterOf({
    ...question,
    first: question.second,
    second: question.first,
    pair: pairOf(20, 12.5, 0.02),
  })
  assertNear(turned.saved.value, -saved.value)
  assertNear(turned.saved.low as number, -(saved.high as number))
  assertNear(turned.cores.high as number, -(cores.low as number))
})

type Server = Question['first']

test('intervals cover the truth of another machine for independent errors', () => {
  const normal = normalNumbers(4)
  const keys = ['saved', 'ofRequest', 'ofCpu', 'cores'] as const
  const hits = { saved: 0, ofRequest: 0, ofCpu: 0, cores: 0 }
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
    const seenIn = [12.5, 20].map(here) as [Server, Server]
    const trueIn = [12.5, 20].map(there) as [Server, Server]
    const asked = ([first, second]: [Server, Server], sd: number): Question => ({
      ...question,
      first,
      second,
      pair: pairOf(first.cpu.value, second.cpu.value, sd),
    })
    const seen = matterOf({ ...asked(seenIn, process), level: ends(1, all) })
    const truth = matterOf({ ...asked(trueIn, 0), level: none })
    for (const key of keys) {
      const { low, high } = seen[key]
      if ((low as number) <= truth[key].value && truth[key].value <= (high as number)) hits[key]++
    }
  }
  for (const key of keys) assertNear(hits[key] / runs, 0.95, 0.02)
})

test('a significant ratio is a significant difference, however uncertain the level', () => {
  const cpu = { value: 1, low: 0.3, high: 3.5 }
  const differences = (ratio: number, sd: number) => {
    const { saved, ofRequest, cores } = matterOf({
      ...question,
      pair: { ratio: ends(ratio, sd), middle: mapEstimate(cpu, (factor) => 126 * factor) },
      level: { value: 1, low: 0.45, high: 2.2 },
    })
    return [saved, ofRequest, cores].map(isSignificant)
  }
  assert.deepEqual(differences(1.54, 0.1), [true, true, true])
  assert.deepEqual(differences(1 / 1.54, 0.1), [true, true, true])
  assert.deepEqual(differences(1.54, 0.3), [false, false, false])
})

test('what a machine does to all servers cancels in shares of CPU time', () => {
  const { ofCpu } = matterOf(question)
  assert.deepEqual(ofCpu, matterOf({ ...question, level: none }).ofCpu)
})

test('without an interval there is none', () => {
  const { saved, cores } = matterOf({ ...question, ...second(20, null) })
  assert.deepEqual([saved.low, cores.high], [null, null])
})

const [similar, slow] = [second(12.6, 0.03), second(4_000, 0.01)]
const degrees: [change: Partial<Question>, forWaiting: string, forMachines: string][] = [
  [second(20, null), 'unknown', 'unknown'],
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
