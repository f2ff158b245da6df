/** Invented results to compare, made from each server's rate per round. */

import assert from 'node:assert/strict'
import { UsageError } from '../basics/errors.ts'
import { compareFiles } from '../comparison/compare.ts'
import type { CompareOptions, Comparison } from '../comparison/comparison.ts'
import type { Caveat, Result } from '../format/format.ts'
import type { Contents, Probe } from '../probe/probe.ts'
import { run } from '../probes/run.ts'
import { summarizeAll } from '../results/summary.ts'
import { sampleResult, sampleServer, sampleTrial } from './samples.ts'

export type Rates = Record<string, readonly number[]>

/** Returns requests/s that vary by ±0.5% around a centre; `phase` shifts them between rounds. */
export function steady(center: number, rounds = 5, phase = 0): number[] {
  return Array.from({ length: rounds }, (_, round) =>
    Math.round(center * (1 + (((round + phase) % 3) - 1) * 0.005)),
  )
}

export function resultOf(rates: Rates, change: Partial<Result> = {}): Result {
  const trials = new Map(
    Object.entries(rates).map(([name, list]) => [
      name,
      list.map((rate, index) => sampleTrial(index + 1, rate)),
    ]),
  )
  const summaries = summarizeAll(trials, 'http-node')
  const servers = [...trials].map(([name, list]) => ({
    ...sampleServer(name, list),
    summary: summaries.get(name) ?? null,
  }))
  const rounds = Math.max(...Object.values(rates).map(({ length }) => length))
  const order = Object.keys(rates)
  const result = sampleResult(servers)
  const details = { ...result.details, rounds: Array.from({ length: rounds }, () => [order]) }
  return { ...result, details, ...change }
}

/** Adds a caveat to `number` trials of a server. */
export function withCaveat(
  result: Result,
  name: string,
  caveat: Caveat,
  number = Infinity,
): Result {
  const subjects = result.subjects.map((server) => {
    if (server.name !== name || !server.summary) return server
    const samples = server.samples.map((trial, i) => ({
      ...trial,
      evidence: { ...trial.evidence, caveats: i < number ? [caveat] : [] },
    }))
    const held = Math.min(number, samples.length)
    return {
      ...server,
      samples,
      summary: { ...server.summary, caveats: [{ ...caveat, trials: held }] },
    }
  })
  return { ...result, subjects }
}

/** Disqualifies a server in its second round. */
export function disqualify(result: Result, name: string): Result {
  const failure = {
    disqualified: '3 of 9 responses\nhad a wrong body',
    failedIn: { round: 2, phase: 'measurement' },
  }
  const subjects = result.subjects.map((server) =>
    server.name === name
      ? { ...server, samples: server.samples.slice(0, 1), ...failure, summary: null }
      : server,
  )
  return { ...result, subjects }
}

export const alone: CompareOptions = {}

export function compare(
  old: Contents,
  recent: Contents,
  options = alone,
  probe: Probe = run,
): Comparison {
  return compareFiles(
    probe,
    { file: 'old.json', contents: old },
    { file: 'new.json', contents: recent },
    options,
  )
}

export function rowOf(comparison: Comparison, server: string) {
  const row = comparison.figures.find(({ name }) => name === server)
  assert.ok(row, `${server} has a row`)
  return row
}

/** Asserts a UsageError of one line that contains the words. */
export function rejects(act: () => unknown, ...words: string[]): void {
  assert.throws(act, (error: unknown) => {
    assert.ok(error instanceof UsageError)
    assert.ok(!error.message.includes('\n'))
    for (const word of words)
      assert.ok(error.message.includes(word), `${error.message}: says "${word}"`)
    return true
  })
}
