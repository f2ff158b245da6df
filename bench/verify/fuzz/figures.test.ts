import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { type FuzzLine, writeFigures } from './figures.ts'

const plan = { inputs: 10, seed: 1 }

function line(server: string, scenario: string, inputs = 10): FuzzLine {
  return { server, version: '1.0.0', scenario, inputs, requests: inputs, skipped: 0, met: {}, breach: null }
}

test('figures of several runs share a file, with the latest per server and scenario', (t) => {
  const file = join(temporaryDirectory(t), 'fuzz.json')
  writeFigures(file, [line('koa', 'hello'), line('express', 'hello', 4)], plan)
  writeFigures(file, [line('express', 'hello')], plan)
  writeFigures(file, [line('express', 'json')], plan)
  const { figures } = JSON.parse(readFileSync(file, 'utf8'))
  assert.deepEqual(figures, {
    ...plan,
    servers: [line('express', 'hello'), line('express', 'json'), line('koa', 'hello')],
  })
})

test('figures with other inputs are rejected', (t) => {
  const file = join(temporaryDirectory(t), 'fuzz.json')
  writeFigures(file, [line('koa', 'hello')], plan)
  const again = () => writeFigures(file, [line('koa', 'hello')], { inputs: 20, seed: 1 })
  assert.throws(again, /^Error: .*fuzz\.json holds figures of 10 inputs with seed 1: choose another file$/)
})
