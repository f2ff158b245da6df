import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { pairOf, parseSpec } from './spec.ts'

const parse = (text: string) => parseSpec(text, (path) => path)

const rejects = (words: RegExp, act: () => unknown) =>
  assert.throws(act, (error: unknown) => error instanceof UsageError && words.test(error.message))

test('a version is a version, a range or a tag of the registry', () => {
  for (const version of ['5.12.8', '^5', '>=4 <6', '1.x || 2', 'next', '6.0.0-alpha.4']) {
    const spec = parse(`fastify@${version}`)
    assert.deepEqual(spec, {
      name: 'fastify',
      shown: `fastify@${version}`,
      source: { version },
    })
  }
  assert.equal(parse('@hapi/hapi@21.4.0').name, '@hapi/hapi')
})

test('a file is an archive or a folder, shown without its directory', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, { 'fastify/package.json': {}, 'fastify-5.tgz': '' })
  const at = (path: string) =>
    parseSpec(`fastify@file:./${path}`, (given) => resolve(directory, given))
  assert.deepEqual(at('fastify'), {
    name: 'fastify',
    shown: 'fastify@file:fastify',
    source: { path: resolve(directory, 'fastify') },
  })
  assert.deepEqual(at('fastify-5.tgz').source, { path: resolve(directory, 'fastify-5.tgz') })
  rejects(/^fastify@file:\.\/gone: .* does not exist$/, () => at('gone'))
})

test('a malformed version is wrong usage', () => {
  for (const text of ['', 'fastify', '@hapi/hapi', 'fastify@', 'a b@1', '../x@1']) {
    rejects(/is not a version of a package: write name@1\.2\.3/, () => parse(text))
  }
  // npm would install another package, or one from elsewhere, under that name.
  for (const rest of [
    'npm:other@1',
    'github:a/b',
    'git+ssh://a/b',
    'https://a.example/b.tgz',
    'a/b',
    '../b',
  ]) {
    rejects(/is not a version, range or tag/, () => parse(`fastify@${rest}`))
  }
})

test('two versions have the same package and different names', () => {
  const [old, recent, other] = [
    parse('fastify@5.11.0'),
    parse('fastify@5.12.8'),
    parse('koa@3.0.0'),
  ]
  assert.deepEqual(pairOf(old, recent).labels, ['fastify@5.11.0', 'fastify@5.12.8'])
  assert.deepEqual(pairOf(old, recent, ['base', 'head']).labels, ['base', 'head'])
  assert.deepEqual(pairOf(old, old).labels, ['fastify@5.11.0', 'fastify@5.11.0 again'])
  rejects(/different packages: name two versions of one/, () => pairOf(old, other))
  for (const labels of [['base'], ['base', 'base'], ['a', 'b', 'c']]) {
    rejects(/--labels takes two different names/, () => pairOf(old, recent, labels))
  }
})
