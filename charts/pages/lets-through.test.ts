import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresentFinding } from '../../shared/results/findings.ts'
import { inventedResult, tableCells } from '../test/run-fixture.ts'
import { letsThroughText } from './lets-through.ts'

const finding = (effect: string, name: string): PresentFinding => ({
  servers: [{ name, displayName: name, wire: 'plain', package: null }],
  effect,
  reason: '',
  invariants: [2],
  cases: [],
  runtime: null,
  scenario: 'update-user',
})
const echoes = { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'echoed' }
const strict = { ...echoes, outcome: 'stripped' }
const servers = ['koa', 'express', 'h3', 'polka', 'hono', 'restify', 'tinyhttp', 'zod'].map(
  (name, i) => ({
    name,
    requestsPerSecond: 1_000 - i,
    details: { behaviours: [i < 7 ? echoes : strict] },
  }),
)

test('README names once, from A, each server that crashes, hangs or is lenient', () => {
  const present = [
    finding('crashes', 'restify'),
    finding('crashes', 'restify'),
    finding('crashes', 'connect'),
    finding('500', 'koa'),
  ]
  const text = letsThroughText(inventedResult(servers), { present, past: [] })
  assert.deepEqual(tableCells(text), [
    ['one request crashes it', 'connect, restify'],
    ['returns unknown keys', '7: express, h3, hono, koa, polka, restify, tinyhttp'],
  ])
})

test('README has no such table where nothing was observed', () => {
  assert.equal(letsThroughText(inventedResult([]), { present: [], past: [] }), '')
})
