import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Owner, Part } from './parts.ts'
import { CostTally } from './tally.ts'

const library: Owner = { name: 'ajv', flaw: null }

const part = (owner: Owner | null): Part =>
  ({ title: owner ? 'ajv: + validate' : '+ JSON.parse', owner, rung: 1, isAnchor: false }) as Part

const observer = { counted: () => {}, timed: () => {}, refused: () => {} }

/** Work that fails so many times. */
function failing(times: number) {
  let tried = 0
  const work = async () => {
    if (++tried <= times) throw new Error('the port was taken')
  }
  return { work, tried: () => tried }
}

test('a rung that every ladder has is tried twice before the run ends with it', async () => {
  const tally = new CostTally(observer)
  const once = failing(1)
  await tally.attempt(part(null), once.work)
  assert.equal(once.tried(), 2)
  await assert.rejects(
    tally.attempt(part(null), failing(2).work),
    /^Error: \+ JSON\.parse: the port was taken; every ladder stands on it, so nothing was measured$/,
  )
})

test('a library that fails is out at once, and is not asked again', async () => {
  const tally = new CostTally(observer)
  const once = failing(1)
  await tally.attempt(part(library), once.work)
  await tally.attempt(part(library), once.work)
  assert.equal(once.tried(), 1)
  assert.equal(tally.refusalOf(library), 'ajv: + validate: the port was taken')
})
