import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FuzzLine } from '../verify/fuzz/figures.ts'
import { arbitraryInputs } from './fuzz.ts'

function line(server: string, scenario: string, more: Partial<FuzzLine> = {}): FuzzLine {
  const counts = { inputs: 1_000, requests: 1_200, skipped: 0 }
  return { server, version: '1.0.0', scenario, ...counts, met: {}, breach: null, ...more }
}

const markdown = (...servers: FuzzLine[]) => arbitraryInputs.markdown({ inputs: 1_000, seed: 7, servers }, String)

test('a row sums up the scenarios of a server, with how many known deviations were met', () => {
  const page = markdown(
    line('hapi', 'hello', { inputs: 900, skipped: 100, met: { 'a host': 3 } }),
    line('hapi', 'json', { met: { 'a host': 2, TRACE: 1 } }),
    line('koa', 'hello'),
  )
  assert.match(page, /\| hapi \| 1\.0\.0 \| 2 \| 1,900 \| 100 \| 2 \|/)
  assert.match(page, /\| koa \| 1\.0\.0 \| 1 \| 1,000 \| 0 \| +\|/)
})

test('a violation is named', () => {
  assert.match(markdown(line('koa', 'hello', { breach: 'invariant 2: 500' }), line('hapi', 'hello')), /koa \(hello\)/)
})
