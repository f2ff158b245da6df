import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { runtimeOf } from '../machine/runtimes.ts'
import { packagesOf, pairOf, parseSpecs } from './spec.ts'

const parseAll = (text: string) => parseSpecs(text, (path) => path)
const parse = (text: string) => parseAll(text)[0]

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
    parseSpecs(`fastify@file:./${path}`, (given) => resolve(directory, given))[0]
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

test('packages that go together are one word; a range has spaces, too', () => {
  const specs = parseAll('@nestjs/core@>=10 <11  @nestjs/common@10.4.0 rxjs@7 || 8')
  assert.deepEqual(
    specs.map(({ name, source }) => ({ name, ...source })),
    [
      { name: '@nestjs/core', version: '>=10 <11' },
      { name: '@nestjs/common', version: '10.4.0' },
      { name: 'rxjs', version: '7 || 8' },
    ],
  )
  rejects(/has koa twice: name each package once/, () => parseAll('koa@2 koa@3'))
})

test('a runtime has a short name, which repeats on other machines', () => {
  for (const name of ['node', 'bun', 'deno'] as const) {
    const spec = parse(`${name}@1.2.10`)
    assert.deepEqual([runtimeOf(spec.name), spec.shown], [name, `${name}@1.2.10`])
  }
})

test('two sides have the same packages, or a module each, and different names', () => {
  const sides = (first: string, second: string, options = {}) =>
    pairOf(parseAll(first), parseAll(second), options)
  const [old, recent] = ['fastify@5.11.0', 'fastify@5.12.8'] as const
  assert.deepEqual(sides(old, recent).labels, [old, recent])
  assert.deepEqual(sides(old, recent, { labels: ['base', 'head'] }).labels, ['base', 'head'])
  assert.deepEqual(sides(old, old).labels, [old, `${old} again`])
  const lockstep = sides('a@1 b@1', 'b@2 a@2')
  assert.deepEqual(lockstep.labels, ['a@1 and 1 more', 'b@2 and 1 more'])
  assert.equal(packagesOf(lockstep), 'a, b')
  rejects(/different packages: name two versions of the same/, () => sides(old, 'koa@3.0.0'))
  rejects(/^a@1 b@1 and a@2 are different packages/, () => sides('a@1 b@1', 'a@2'))
  const renamed = sides('@sinclair/typebox@0.34', 'typebox@1', { renamed: true })
  assert.equal(packagesOf(renamed), '@sinclair/typebox, typebox')
  for (const labels of [['base'], ['base', 'base'], ['a', 'b', 'c']])
    rejects(/--labels takes two different names/, () => sides(old, recent, { labels }))
})
