import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Invented, inventedResult } from '../test/run-fixture.ts'
import { figuresTitle } from './figure-claims.ts'
import { chartTitle, scenarioLead } from './scenario-claims.ts'
import { shortened } from './short-list.ts'

const bare = { version: null, router: false }
const accepts = [{ kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null' }]
const servers: Invented[] = [
  { name: 'http-node', requestsPerSecond: 100_000, rank: 3, change: bare },
  { name: 'fastify', requestsPerSecond: 90_000, rank: 4 },
  { name: 'h3', requestsPerSecond: 89_000, rank: 4 },
  { name: 'express', requestsPerSecond: 50_000, rank: 6 },
  { name: 'trpc', requestsPerSecond: 15_000, rank: 7 },
  { name: 'uwebsockets', requestsPerSecond: 170_000, rank: 1, change: { router: false } },
  { name: 'http-bun', requestsPerSecond: 169_000, rank: 1, runtime: 'bun', change: bare },
  { name: 'mion', requestsPerSecond: 500_000, caveats: accepts },
  { name: 'worst', requestsPerSecond: 12_500, rank: 8 },
]

describe('the lead', () => {
  test('is about all ranked servers, not about those of the chart, and names ties', () => {
    assert.equal(
      scenarioLead(inventedResult(servers)),
      'Update user: 8 ranked servers, from 0.125 (worst) to 1.70 (uwebsockets, tied with http-bun) times the requests/s of http-node',
    )
  })

  test('says so if no server differs, and is short for one', () => {
    const equal = inventedResult(
      ['http-node', 'a', 'b'].map((name) => ({ name, requestsPerSecond: 1000, rank: 1 })),
    )
    assert.equal(
      scenarioLead(equal),
      'Update user: 3 ranked servers without a significant difference',
    )
    assert.equal(scenarioLead(inventedResult(servers.slice(0, 1))), 'Update user: 1 ranked server')
    assert.equal(scenarioLead(inventedResult([])), null)
  })
})

describe('the chart’s title', () => {
  test('compares frameworks on one runtime, and says that they are those shown', () => {
    assert.equal(
      chartTitle(shortened(inventedResult(servers))),
      'Update user: fastify and h3 (tied) handle the most requests of the 5 Node.js frameworks shown, 1.8× express’s and 7.2× worst’s',
    )
  })

  test('makes no claim about equal frameworks', () => {
    const equal = inventedResult([
      { name: 'http-node', requestsPerSecond: 100_000, change: bare },
      { name: 'express', requestsPerSecond: 50_000, rank: 2 },
      { name: 'koa', requestsPerSecond: 50_500, rank: 2 },
    ])
    assert.equal(
      chartTitle(equal),
      'Update user: no significant difference between the slowest and the fastest of the 2 Node.js frameworks shown',
    )
  })
})

describe('the title of an instrument’s chart', () => {
  const row = (name: string, value: number, runtime = 'node', share = 0.02) => ({
    ...{ name, displayName: name, runtime, value },
    ...{ low: value / (1 + share), high: value * (1 + share) },
  })
  const rows = [
    row('trpc', 90),
    row('express', 30),
    row('http-node', 10),
    row('http-bun', 5, 'bun'),
  ]

  test('compares frameworks on one runtime', () => {
    const claim = { what: 'instructions per request', verb: 'executes', processes: 5 }
    assert.equal(
      figuresTitle(rows, claim),
      'On Node.js, trpc executes 3.0× the instructions per request of express (of 2 shown)',
    )
  })

  test('makes no claim of fewer than five processes, of wide intervals, and of servers that accept invalid data', () => {
    const plain = 'Peak memory of each server'
    assert.equal(figuresTitle(rows, { what: 'peak memory', processes: 4 }), plain)
    const wide = rows.map(({ name, value }) => row(name, value, 'node', 0.3))
    assert.equal(figuresTitle(wide, { what: 'peak memory', processes: 5 }), plain)
    const lenient = { ...row('mion', 900), displayName: 'mion ¬' }
    assert.doesNotMatch(
      figuresTitle([lenient, ...rows], { what: 'peak memory', processes: 5 }),
      /mion/,
    )
  })

  test('takes sizes as exact', () => {
    const sizes = rows.map((each) => ({ ...each, low: null, high: null }))
    const claim = { what: 'disk space', verb: 'takes', processes: null }
    assert.equal(
      figuresTitle(sizes, claim),
      'On Node.js, trpc takes 3.0× the disk space of express (of 2 shown)',
    )
  })
})
