/** Invented results to compare, made from each server's rate per round. */

import assert from 'node:assert/strict'
import { UsageError } from '../basics/errors.ts'
import { type CompareOptions, compareResults } from '../comparison/compare.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { Caveat, UnsealedResult } from '../format/format.ts'
import { summarizeAll } from '../results/summary.ts'
import { sampleResult, sampleServer, sampleTrial } from './samples.ts'

export type Rates = Record<string, readonly number[]>

/** Returns requests/s that vary by ±0.5% around a centre; `phase` shifts them between rounds. */
export function steady(center: number, rounds = 5, phase = 0): number[] {
  return Array.from({ length: rounds }, (_, round) =>
    Math.round(center * (1 + (((round + phase) % 3) - 1) * 0.005)),
  )
}

export function resultOf(rates: Rates, change: Partial<UnsealedResult> = {}): UnsealedResult {
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
  return {
    ...sampleResult(servers),
    rounds: Array.from({ length: rounds }, () => [order]),
    ...change,
  }
}

/** Adds a caveat to `number` trials of a server. */
export function withCaveat(
  result: UnsealedResult,
  name: string,
  caveat: Caveat,
  number = Infinity,
): UnsealedResult {
  const servers = result.servers.map((server) => {
    if (server.name !== name || !server.summary) return server
    const trials = server.trials.map((trial, i) => ({
      ...trial,
      caveats: i < number ? [caveat] : [],
    }))
    const held = Math.min(number, trials.length)
    return {
      ...server,
      trials,
      summary: { ...server.summary, caveats: [{ ...caveat, trials: held }] },
    }
  })
  return { ...result, servers }
}

/** Disqualifies a server in its second round. */
export function disqualify(result: UnsealedResult, name: string): UnsealedResult {
  const disqualified = {
    round: 2,
    phase: 'measurement',
    reason: '3 of 9 responses\nhad a wrong body',
  } as const
  const servers = result.servers.map((server) =>
    server.name === name
      ? { ...server, trials: server.trials.slice(0, 1), disqualified, summary: null }
      : server,
  )
  return { ...result, servers }
}

export const alone: CompareOptions = { stored: [] }

export function compare(old: UnsealedResult, recent: UnsealedResult, options = alone): Comparison {
  return compareResults(
    { file: 'old.json', result: old },
    { file: 'new.json', result: recent },
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
