import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disclosure } from '../../shared/test/samples.ts'
import { type Invented, inventedResult } from '../test/run-fixture.ts'
import { figuresTitle } from './figure-claims.ts'
import { chartTitle, scenarioLead } from './scenario-claims.ts'
import { shortListed } from './short-list.ts'

const bare = { change: { version: null }, details: { router: false } }
const accepts = [{ kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null' }]
const withCaveat = (
  name: string,
  requestsPerSecond: number,
  kind: 'generator-limited' | 'one-kind',
): Invented => ({ name, requestsPerSecond, caveats: [{ kind, trials: 5, message: '' }] })
const servers: Invented[] = [
  { name: 'http-node', requestsPerSecond: 100_000, rank: 3, ...bare },
  { name: 'fastify', requestsPerSecond: 90_000, rank: 4 },
  { name: 'h3', requestsPerSecond: 89_000, rank: 4 },
  { name: 'express', requestsPerSecond: 50_000, rank: 6 },
  { name: 'trpc', requestsPerSecond: 15_000, rank: 7 },
  { name: 'uwebsockets', requestsPerSecond: 170_000, rank: 1, details: { router: false } },
  { name: 'http-bun', requestsPerSecond: 169_000, rank: 1, runtime: 'bun', ...bare },
  { name: 'mion', requestsPerSecond: 500_000, caveats: accepts },
  { name: 'worst', requestsPerSecond: 12_500, rank: 8 },
]

describe('the lead', () => {
  test('is about all ranked servers, not about those of the chart, and names ties', () => {
    assert.equal(
      scenarioLead(inventedResult(servers)),
      'Update user: 8 ranked servers handle 0.125 (worst) to 1.70 (uwebsockets, tied with http-bun) times the requests/s of http-node',
    )
  })

  test('says so if no server differs, and is short for one', () => {
    const equal = inventedResult(
      ['http-node', 'a', 'b'].map((name) => ({ name, requestsPerSecond: 1000, rank: 1 })),
    )
    assert.equal(
      scenarioLead(equal),
      'Update user: 3 ranked servers, with no significant difference between them',
    )
    assert.equal(scenarioLead(inventedResult(servers.slice(0, 1))), 'Update user: 1 ranked server')
    assert.equal(scenarioLead(inventedResult([])), null)
  })

  test('leaves out servers of few processes or one kind of machine, and says so', () => {
    const few = inventedResult(servers)
    for (const { name, summary } of few.subjects)
      if (name === 'uwebsockets' && summary) summary.trials = 3
    assert.equal(
      scenarioLead(few),
      'Update user: 7 of 8 ranked servers, measured in at least five processes, handle 0.125 (worst) to 1.69 (http-bun) times the requests/s of http-node',
    )
    const one = inventedResult([...servers.slice(0, 5), withCaveat('typia', 200_000, 'one-kind')])
    assert.match(scenarioLead(one) ?? '', /: 5 of 6 .* to 1\.00 \(http-node\) times/)
  })

  test('says at least, and names no leader, where it was not at its limit', () => {
    const limit = (name: string, rate: number) => withCaveat(name, rate, 'generator-limited')
    const lead = (...more: Invented[]) =>
      scenarioLead(inventedResult([...servers.slice(0, 5), ...more]))?.split('express) to ')[0]
    assert.match(
      lead(limit('fast', 120_000)) ?? '',
      / to at least 1\.20 times the requests\/s of http-node; some, such as fast, were not at their limit$/,
    )
    assert.match(lead(limit('near', 99_500)) ?? '', / to at least 1\.00 times/)
    assert.match(lead(limit('far', 80_000)) ?? '', / to 1\.00 \(http-node\) times/)
  })
})

describe('the chart’s title', () => {
  test('compares frameworks on one runtime, and says that they are those shown', () => {
    assert.equal(
      chartTitle(shortListed(inventedResult(servers))),
      'Update user: fastify and h3, tied, handle the most requests of the 5 Node.js frameworks shown with a router, 1.8× express’s and 7.2× worst’s',
    )
  })

  test('names validators that differ, except in scenarios without validation', () => {
    const ajv = { ...disclosure.validation, by: 'framework', library: 'ajv' } as const
    const result = inventedResult([
      { name: 'http-node', requestsPerSecond: 100_000, ...bare },
      { name: 'fastify', requestsPerSecond: 90_000, details: { validation: ajv } },
      { name: 'express', requestsPerSecond: 50_000 },
    ])
    const claim =
      'the most requests of the 2 Node.js frameworks shown with a router, 1.8× express’s'
    assert.equal(chartTitle(result), `Update user: fastify (ajv) handles ${claim}`)
    assert.equal(chartTitle({ ...result, scenario: 'hello' }), `Hello: fastify handles ${claim}`)
  })

  test('claims a lower bound where the fastest was not at its limit', () => {
    assert.equal(
      chartTitle(
        inventedResult([
          { name: 'http-node', requestsPerSecond: 100_000, ...bare },
          withCaveat('fastify', 90_000, 'generator-limited'),
          { name: 'express', requestsPerSecond: 50_000 },
        ]),
      ),
      'Update user: fastify handles at least 1.8× express’s requests/s',
    )
  })

  test('makes no claim about equal frameworks', () => {
    const equal = inventedResult([
      { name: 'http-node', requestsPerSecond: 100_000, ...bare },
      { name: 'express', requestsPerSecond: 50_000, rank: 2 },
      { name: 'koa', requestsPerSecond: 50_500, rank: 2 },
    ])
    assert.equal(
      chartTitle(equal),
      'Update user: no significant difference between the slowest and the fastest of the 2 Node.js frameworks shown with a router',
    )
  })
})

describe('the title of a probe’s chart', () => {
  const row = (name: string, value: number, share: number | null = 0.02, runtime = 'node') => ({
    name,
    displayName: name,
    runtime,
    value,
    low: share && value / (1 + share),
    high: share && value * (1 + share),
  })
  const rows = (share: number | null) => [
    row('trpc', 90, share),
    row('express', 30, share),
    row('http-node', 10, share),
    row('http-bun', 5, share, 'bun'),
  ]
  const lenient = { ...row('mion', 900), isUnranked: true }
  const claim = { what: 'peak memory', verb: 'takes', processes: 5 }
  const said = 'On Node.js, trpc takes 3.0× the peak memory of express (2 compared)'
  const plain = 'Peak memory of each server'
  const titles: [what: string, Parameters<typeof figuresTitle>, title: string][] = [
    ['compares frameworks on one runtime', [rows(0.02), claim], said],
    ['ignores servers that accept invalid data', [[lenient, ...rows(0.02)], claim], said],
    ['takes sizes as exact', [rows(null), { ...claim, processes: null }], said],
    ['claims nothing of four processes', [rows(0.02), { ...claim, processes: 4 }], plain],
    ['claims nothing of wide intervals', [rows(0.3), claim], plain],
  ]
  for (const [what, args, title] of titles) {
    test(what, () => assert.equal(figuresTitle(...args), title))
  }
})
