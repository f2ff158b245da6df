import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { type Matter, matterOf, type Question } from './matter.ts'

/** A first server that is 1.6 times as fast as a second one of 20 µs. */
const question: Question = {
  cpu: { value: 20, low: 19, high: 21 },
  ratio: { value: 1.6, low: 1.55, high: 1.65 },
  work: 2,
  kind: 'waits',
  rate: 1_000,
}
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), `${actual}, and not ${expected}`)

test('what a request and a core are with either server, where the work waits', () => {
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

test('work that computes is CPU time as well: the same cores are saved, of many more', () => {
  const { first, second, ofRequest, ofCpu, cores } = matterOf({ ...question, kind: 'computes' })
  near(second.cores, 2.02)
  near(second.cores - first.cores, cores.value)
  near(ofCpu.value, ofRequest.value)
  near(cores.value, matterOf(question).cores.value)
})

test('the other way round what was saved is paid: the same figures, and the other sign', () => {
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

test('intervals hold what two independent figures may be', () => {
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

test('a share that the CPU time cannot change has the ratio’s interval alone', () => {
  const { ofCpu } = matterOf(question)
  near(ofCpu.low as number, 1 - 1 / 1.55)
  near(ofCpu.high as number, 1 - 1 / 1.65)
})

test('without an interval there is none, and nothing is said of how much it matters', () => {
  const open = matterOf({ ...question, ratio: { value: 1.6, low: null, high: null } })
  assert.deepEqual(
    [open.saved.low, open.cores.high, open.forWaiting, open.forMachines],
    [null, null, 'unknown', 'unknown'],
  )
})

test('no difference shown is none, however large the rate', () => {
  const tied = matterOf({ ...question, rate: 1e6, ratio: { value: 1.01, low: 0.98, high: 1.04 } })
  assert.deepEqual([tied.forWaiting, tied.forMachines], ['unknown', 'unknown'])
})

test('how much it matters: hardly where there is other work and few requests, much where there is neither', () => {
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
