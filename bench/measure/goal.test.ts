import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitTrials, type TrialsByServer } from '../../shared/result/fit.ts'
import { halfWidth, isTie, type RatioEstimate } from '../../shared/result/intervals.ts'
import { sampleServer, sampleTrial } from '../../shared/result/samples.ts'
import { BASELINE, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { ratioOf } from '../../shared/result/summary.ts'
import { expectedSeconds, LEAST_ROUNDS_UNTIL, protocolOf, USUAL_UNTIL, untilText, usualUntil } from './protocol.ts'
import { widerThan } from './run-record.ts'

test('the servers whose ratio is wider than asked, the widest first', () => {
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

test('--until begins with the rounds from which it judges, however many servers there are', () => {
  for (const servers of [2, 35]) assert.equal(protocolOf({ until: 0.01 }, servers).rounds, LEAST_ROUNDS_UNTIL)
  assert.equal(protocolOf({ until: 0.01, rounds: 12 }, 2).rounds, 12)
  assert.throws(() => protocolOf({ until: 0.01, rounds: LEAST_ROUNDS_UNTIL - 1 }, 2), /^Error: --until judges from /)
})

test('--until has time to add rounds to those that it judges from, also where servers are many', () => {
  for (const servers of [35, 40]) {
    const protocol = protocolOf({ until: 0.01 }, servers)
    const seconds = usualUntil(protocol, servers)
    assert.ok(expectedSeconds({ ...protocol, rounds: LEAST_ROUNDS_UNTIL + 1 }, servers) < seconds)
    assert.match(untilText(protocol, servers, seconds), /^\d+:\d\d min at the most$/)
  }
  assert.equal(usualUntil(protocolOf({ until: 0.01 }, 2), 2), USUAL_UNTIL)
})

test('where --max-time leaves no room for more rounds, the opening line says how many fit', () => {
  const protocol = protocolOf({ until: 0.01 }, 35)
  const round = expectedSeconds({ ...protocol, rounds: 1 }, 35)
  const text = (seconds: number) => untilText(protocol, 35, seconds)
  assert.match(text(8.5 * round), /^\d+:\d\d min at the most, in which about 8 rounds fit: none is added$/)
  assert.match(text(1), /^0:01 min at the most, in which about 1 round fit: none/)
  assert.match(text(9.5 * round), /most$/)
})

/** A run as it ended. */
interface SimulatedEnd {
  rounds: number
  /** Ratios to the baseline, by the rounds until then. */
  ratios: RatioEstimate[]
}

/**
 * @param trials of a simulated run with as many rounds as it may have at the most
 * @param asked halves of intervals, as shares; for each the same run ends by itself
 * @param least rounds from which it is judged
 * @returns for each of what is asked where the run ends
 */
function endsOf(trials: TrialsByServer, asked: readonly number[], least: number): SimulatedEnd[] {
  const names = [...trials.keys()].filter((name) => name !== BASELINE)
  const most = Math.max(...[...trials.values()].flat().map(({ round }) => round))
  const ends = asked.map((): SimulatedEnd | null => null)
  for (let rounds = least; ends.includes(null); rounds++) {
    const so = [...trials].map(([name, own]) => [name, own.filter(({ round }) => round <= rounds)] as const)
    const fit = fitTrials(new Map(so))
    const ratios = names.map((name) => ratioOf(fit, name, BASELINE) as RatioEstimate)
    const summaries = names.map((name, i) => [name, { ratioToBaseline: ratios[i] as RatioEstimate }] as const)
    for (const [i, width] of asked.entries()) {
      const isOver = rounds >= most || widerThan(width, summaries).length === 0
      if (isOver) ends[i] ??= { rounds, ratios }
    }
  }
  return ends as SimulatedEnd[]
}

/** How often intervals hold the truth, which is 1, in runs that end as soon as all are narrow. */
function coverage(servers: number, least: number, asked: number, runs: number): number {
  const next = simulator(servers)
  const truth = Array.from({ length: servers - 1 }, () => 0)
  const ratios = Array.from({ length: runs }, () => {
    const [end] = endsOf(next({ ...TYPICAL, truth, rounds: 30 }), [asked], least)
    return end?.ratios ?? []
  })
  return ratios.flat().filter(isTie).length / ratios.flat().length
}

test('a run that ends as soon as it is sure holds the truth nearly as often as one of fixed length', () => {
  for (const asked of [0.02, 0.03]) {
    const two = coverage(2, LEAST_ROUNDS_UNTIL, asked, 150)
    assert.ok(two >= 0.92, `${two} with two servers at ±${asked}`)
  }
  const many = coverage(35, LEAST_ROUNDS_UNTIL, 0.03, 3)
  assert.ok(many >= 0.93, `${many} with 35 servers`)
  assert.ok(coverage(2, 2, 0.02, 200) < 0.91, 'from two rounds on it would not')
})

test('what ends a run is the goal itself: no ratio wider than asked, and one was in the round before', () => {
  const truth = [0, 0, 0, 0]
  const trials = simulator(3)({ ...TYPICAL, truth, rounds: 30 })
  const [end, sooner] = endsOf(trials, [0.02, 0.03], LEAST_ROUNDS_UNTIL)
  assert.ok(end && sooner && end.rounds > LEAST_ROUNDS_UNTIL && end.rounds < 30 && sooner.rounds <= end.rounds)
  assert.ok(end.ratios.every((ratio) => halfWidth(ratio) <= 0.02))
  // Judged from the round before on with nothing asked for, it ends there.
  const [before] = endsOf(trials, [Number.POSITIVE_INFINITY], end.rounds - 1)
  assert.ok(before?.rounds === end.rounds - 1 && before.ratios.some((ratio) => halfWidth(ratio) > 0.02))
})
