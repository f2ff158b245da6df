import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { metricNames } from './metrics.ts'
import { contentsOf } from './place.ts'
import { folderFor } from './subject.ts'

const rejected = (words: RegExp, act: () => unknown) =>
  assert.throws(act, (error: unknown) => error instanceof UsageError && words.test(error.message))

test('the server of a package is known before anything is installed', () => {
  const folder = (name: string, servers?: string) => folderFor(name, { servers, serversDir: [] }).name
  assert.equal(folder('fastify'), 'fastify')
  assert.equal(folder('ajv', 'fastify'), 'fastify')
  rejected(/^no server uses left-pad: --servers-dir /, () => folder('left-pad'))
  rejected(/^http-node does not need fastify: /, () => folder('fastify', 'http-node'))
  rejected(/^fastify does not need koa: /, () => folder('koa', 'fastify'))
  rejected(/^several servers use ajv-formats?: choose .*fastify.* with --servers$/, () => folder('ajv-formats'))
})

test('packages with the same files are equal, whatever packages are inside them', (t) => {
  const directory = temporaryDirectory(t)
  const write = (name: string, files: Record<string, unknown>) => {
    writeTree(join(directory, name), { 'package.json': { version: '1.0.0' }, 'lib/index.js': '1', ...files })
    return contentsOf(join(directory, name))
  }
  const one = write('one', {})
  assert.equal(write('same', { 'node_modules/other/index.js': '2' }), one)
  assert.notEqual(write('changed', { 'lib/index.js': '2' }), one)
  assert.notEqual(write('more', { '.hidden': '' }), one)
  assert.notEqual(write('moved', { 'lib/index.js': '', 'lib/other.js': '1' }), one)
})

test('an unknown metric is named, with those that there are', () => {
  assert.deepEqual(metricNames('requests, instructions,requests'), ['requests', 'instructions'])
  assert.throws(
    () => metricNames('speed'),
    /^CommanderError: speed is none of .*instructions.*, requests\.$|speed is none of/,
  )
})
