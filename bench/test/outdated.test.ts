import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unexplained } from './outdated.ts'

const at = (current: string, latest: string) => ({ current, wanted: current, latest })

test('a package behind its latest release is explained or named', () => {
  const explained = '- `zod` 3 in `ts-rest`: it supports no newer one.\n'
  assert.deepEqual(unexplained({ zod: [at('3.25.76', '4.6.7')] }, explained), [
    'ts-rest is not behind',
  ])
  assert.deepEqual(
    unexplained({ zod: at('3.25.76', '4.6.7'), koa: at('3.0.0', '3.0.1') }, '- `zod`: old.'),
    ['koa 3.0.0 is behind 3.0.1'],
  )
})

test('one that is ahead of its latest tag, or not installed here, is not behind', () => {
  const missing = { wanted: '1.4.5', latest: '1.4.5' }
  assert.deepEqual(unexplained({ restify: at('12.0.0', '11.1.0'), bun: missing }, ''), [])
})
