import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../../shared/result/format.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import { restated } from '../../shared/result/restated.ts'
import { sampleResult, sampleServer } from '../../shared/result/samples.ts'
import { BASELINE, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { designTable, goalsText, timeTable } from './design.ts'

const ROUNDS = 12
/** 40 minutes after the beginning of every sample. */
const END = '2026-01-02T03:44:05.678Z'
/** Processes vary by 2% and slices by 3%, four slices a trial. */
const trials = simulator(3)({ ...TYPICAL, truth: Array(20).fill(0), rounds: ROUNDS })

function simulated(change: Partial<Result> = {}): Result {
  const servers = [...trials].map(([name, own]) => sampleServer(name, own))
  const rounds = Array.from({ length: ROUNDS }, () => [[...trials.keys()]])
  return restated({ ...sampleResult(servers), rounds, baseline: BASELINE, checksum: '', finishedAt: END, ...change })
}

/** The cells of a row that begins with that. */
function cells(text: string, first: string): string[] {
  const line = text.split('\n').find((row) => row.startsWith(`| ${first} |`)) ?? ''
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

const percentOf = (cell: string | undefined) => Number(/([\d.]+)%/.exec(cell ?? '')?.[1])

test('what a run’s time went to, and what rates varied by', () => {
  const result = simulated()
  const [, servers, rounds, minutes, measured, uncounted, slice, process] = cells(timeTable([result]), 'update-user')
  assert.deepEqual([servers, rounds, minutes], ['21', '12', '40'])
  const all = result.servers.flatMap((server) => server.trials)
  const share = (seconds: number) => Math.round((seconds / 2400) * 100)
  assert.equal(percentOf(measured), share(4 * all.length), 'four slices of a second each')
  assert.equal(percentOf(uncounted), share(2 * all.length), 'the warm-up, whose slices are not in the result')
  assert.ok(Math.abs(percentOf(slice) - 3) < 0.4, slice)
  assert.ok(Math.abs(percentOf(process) - 2) < 0.4, process)
})

test('slices of the warm-up and disturbed ones are not measured', () => {
  const servers = simulated().servers.map((server) => ({
    ...server,
    trials: server.trials.map((trial) => ({
      ...trial,
      slices: trial.slices.map((slice, i) => ({ ...slice, warmUp: i === 0, noise: i === 1 ? 'others' : null })),
    })),
  }))
  const number = servers.flatMap((server) => server.trials).length
  const [, , , , measured, uncounted] = cells(timeTable([simulated({ servers })]), 'update-user')
  assert.equal(percentOf(measured), Math.round((2 * number) / 24))
  assert.equal(percentOf(uncounted), Math.round((2 * number) / 24))
})

test('repeats are told, and pauses between them take no time', () => {
  const repeats = [0, 1, 2].map((i) => ({
    startedAt: `2026-01-02T0${i}:00:00.000Z`,
    finishedAt: `2026-01-02T0${i}:20:00.000Z`,
    rounds: { first: 4 * i + 1, last: 4 * i + 4 },
  }))
  const [, , rounds, minutes] = cells(timeTable([simulated({ repeats })]), 'update-user')
  assert.deepEqual([rounds, minutes], ['3 × 4', '60'])
})

test('a run of one round tells nothing of its deviations', () => {
  const one = sampleResult()
  assert.equal(timeTable([{ ...one, checksum: '' }]).split('\n').length, 2)
  assert.equal(designTable({ ...one, checksum: '' }), '')
})

test('another design in the same time: as it was it gives what the result has, and one slice has the most rounds', () => {
  const result = simulated()
  const text = designTable(result)
  const [, , , rounds, width] = cells(text, '4 (as it was)')
  assert.equal(rounds, '12.0')
  const widths = result.servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])
  const median = widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] as number
  assert.ok(Math.abs(percentOf(width) - median * 100) < 0.15, `${width} of ${median}`)
  const roundsOf = (first: string) => Number(cells(text, first)[3])
  assert.ok(roundsOf('1') > roundsOf('2') && roundsOf('12') > roundsOf('16'))
})

test('what narrower intervals would take: a width of half takes four times the rounds, and no run is shorter than its processes ask', () => {
  const result = simulated()
  const widths = result.servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])
  const median = widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] as number
  const lines = goalsText(result).split('\n')
  const figures = lines.map((line) =>
    [...line.matchAll(/±([\d.]+)% for (\d+) servers takes (\d+) rounds \((\d+) .* (\d+) minutes/g)]
      .flat()
      .slice(1)
      .map(Number),
  )
  assert.equal(figures.length, 2)
  for (const [width = 0, , rounds = 0, least = 0, minutes = 0] of figures) {
    assert.ok(Math.abs(rounds / (ROUNDS * ((median * 100) / width) ** 2) - 1) < 0.1, lines.join())
    assert.ok(least < rounds && least > 0)
    assert.ok(minutes > 0)
  }
  assert.equal(goalsText({ ...sampleResult(), checksum: '' }), '')
})
