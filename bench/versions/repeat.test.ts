import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { repeatingCommand } from './repeat.ts'
import { parseSpecs } from './spec.ts'

const command = (from: string, specs: readonly [string, string], paths: string[] = []) =>
  repeatingCommand({
    from,
    specs: [parseSpecs(specs[0], () => ROOT), parseSpecs(specs[1], () => ROOT)],
    options: { servers: 'koa', metric: undefined },
    paths: paths.map((path) => ['servers-dir', [path]]),
    scenario: 'hello',
  })

test('a comparison repeats as printed, in the shell and the directory of the user', () => {
  assert.equal(
    command(ROOT, ['koa@>=2 <3', 'koa@3.0.0'], [join(ROOT, 'own')]),
    "npm run bench -- versions hello 'koa@>=2 <3' koa@3.0.0 --servers koa --servers-dir ./own",
  )
  const above = dirname(ROOT)
  const suite = ROOT.slice(above.length).replace(/^\/?/, './')
  assert.equal(
    command(above, ['koa@2 co@4', 'koa@file:x co@4']),
    `npm --prefix ${suite} run bench -- versions hello 'koa@2 co@4' 'koa@file:${suite} co@4' --servers koa`,
  )
})
