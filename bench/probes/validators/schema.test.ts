import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { makePool } from './inputs.ts'
import { schemaHandlers } from './schema.ts'

const builder = (accepts: string) =>
  `export const heap = { library: 'x', package: 'x', user: (name) => name, string: null, accepts: ${accepts} }`
const parses = `(name, body) => typeof body.id === 'number' && typeof body[name] === 'string'
  && typeof body.surname === 'string' && !Number.isNaN(Date.parse(body.lastUpdate))`

const entries = {
  'right.mjs': builder(parses),
  'asynchronous.mjs': builder(`async ${parses}`),
  'accepts-all.mjs': builder('() => true'),
  'rejects-later.mjs': `let calls = 0\n${builder(`() => ++calls < 3`)}`,
  'one-for-all.mjs': builder(parses.replace('body[name]', 'body.name')),
}

test('schemas accept valid users alone, the first one and each further one; others are caught', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, entries)
  const { gc } = globalThis
  globalThis.gc = (() => {}) as never
  t.after(() => {
    globalThis.gc = gc as never
  })
  const pool = makePool(1)
  const life = async (name: keyof typeof entries) => {
    await schemaHandlers.loadBuilder({ file: join(directory, name), pool })
    await schemaHandlers.build()
    await schemaHandlers.prepareUsers({ calls: 5 })
    await schemaHandlers.use()
    await schemaHandlers.verifyUsers()
    await schemaHandlers.verifySchema()
    await schemaHandlers.prepareFurther({ count: 3 })
    await schemaHandlers.buildFurther()
    await schemaHandlers.useFurther()
    await schemaHandlers.verifyUsers()
  }
  await life('right.mjs')
  await life('asynchronous.mjs')
  await assert.rejects(life('accepts-all.mjs'), /^Error: the schema accepts \{/)
  await assert.rejects(life('rejects-later.mjs'), /^Error: the schema rejects 3 of 5 users$/)
  await assert.rejects(life('one-for-all.mjs'), /^Error: the schema rejects 3 of 3 users$/)
})
