import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Unmeasurable, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { writingTo } from '../terminal/output.ts'
import { loadMetric, METRICS, measureMetrics, metricNames, type NamedMetric } from './metrics.ts'
import { contentsOf, withoutTypes } from './place.ts'
import { folderFor } from './subject.ts'

const silent = { write: () => true }

const rejected = (words: RegExp, act: () => unknown) =>
  assert.throws(act, (error: unknown) => error instanceof UsageError && words.test(error.message))

test('the server of a package is known before anything is installed', () => {
  const folder = (name: string, servers?: string) =>
    folderFor(name.split(' '), { servers, serversDir: [] }).name
  assert.equal(folder('fastify'), 'fastify')
  assert.equal(folder('ajv', 'fastify'), 'fastify')
  assert.equal(folder('@connectrpc/connect @connectrpc/connect-node'), 'connect')
  rejected(/^fastify does not need koa: /, () => folder('fastify koa', 'fastify'))
  rejected(/^no server uses left-pad: --servers-dir /, () => folder('left-pad'))
  rejected(/^http-node does not need fastify: /, () => folder('fastify', 'http-node'))
  rejected(/^fastify does not need koa: /, () => folder('koa', 'fastify'))
  const runtime = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  assert.equal(folder(runtime, 'express'), 'express')
  rejected(/^http-bun does not need node-/, () => folder(runtime, 'http-bun'))
  rejected(/^several servers use ajv-formats?: choose .*fastify.* with --servers$/, () =>
    folder('ajv-formats'),
  )
})

test('packages with the same files are equal, whatever packages are inside them', (t) => {
  const directory = temporaryDirectory(t)
  const write = (name: string, files: Record<string, unknown>) => {
    writeTree(join(directory, name), {
      'package.json': { version: '1.0.0' },
      'lib/index.js': '1',
      ...files,
    })
    return contentsOf(join(directory, name))
  }
  const one = write('one', {})
  assert.equal(write('same', { 'node_modules/other/index.js': '2' }), one)
  assert.notEqual(write('changed', { 'lib/index.js': '2' }), one)
  assert.notEqual(write('more', { '.hidden': '' }), one)
  assert.notEqual(write('moved', { 'lib/index.js': '', 'lib/other.js': '1' }), one)
})

test('a server runs on a Node that strips no types', (t) => {
  const directory = temporaryDirectory(t)
  const source =
    "import { b } from '../b.ts'\nimport './c.ts'\nexport const a: number = b\nawait import('./e.ts')\n"
  writeTree(directory, { 'x/a.ts': source, 'x/d.js': 'kept' })
  withoutTypes(directory)
  assert.equal(
    readFileSync(join(directory, 'x/a.js'), 'utf8'),
    'import { b } from "../b.js";\nimport "./c.js";\nexport const a = b;\nawait import("./e.js");\n',
  )
  assert.deepEqual(readdirSync(join(directory, 'x')).sort(), ['a.js', 'd.js'])
})

test('an unknown metric is named, with those that there are', () => {
  assert.deepEqual(metricNames('requests, instructions,requests'), ['requests', 'instructions'])
  assert.throws(
    () => metricNames('speed'),
    /^CommanderError: speed is none of .*instructions.*, requests\.$|speed is none of/,
  )
})

test('a folder has the metrics for which it has files', async () => {
  const fitting = async (name: string) => {
    const folder = folderFor([name], { servers: name, serversDir: [] })
    const metrics = await Promise.all(METRICS.map(loadMetric))
    return metrics.filter(({ fits }) => fits(folder, updateUser)).map((metric) => metric.name)
  }
  assert.deepEqual(await fitting('valibot'), METRICS)
  assert.deepEqual(await fitting('express'), [
    'bundle',
    'heap',
    'instructions',
    'startup',
    'growth',
    'requests',
  ])
  assert.deepEqual(await fitting('superstruct'), ['bundle', 'heap', 'types', 'validators'])
})

test('compilers are installed beside the versions, since the gate installs the suite without them', async () => {
  const { tools } = await loadMetric('types')
  const folder = folderFor(['valibot'], { serversDir: [] })
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const compilers = Object.keys(devDependencies).filter((name) => /^typescript-\d$/.test(name))
  assert.deepEqual(
    tools?.(folder).filter((name) => compilers.includes(name)),
    compilers,
  )
})

test('a metric that cannot be measured does not affect the others', async () => {
  const metric = (
    name: string,
    measure: () => Promise<{ how: string; rows: [] }>,
  ): NamedMetric => ({
    ...{
      name,
      threshold: 0.01,
      exact: false,
      larger: 'slower',
      counts: false,
      startsServer: true,
      fits: () => true,
      measure,
    },
  })
  const fails = metric('requests', async () => {
    throw new Unmeasurable('base: load: responded to no request')
  })
  const works = metric('instructions', async () => ({ how: 'counted', rows: [] }))
  const reported: string[] = []
  const measured = await writingTo({ out: silent, err: silent }, () =>
    measureMetrics([fails, works], {} as never, { others: 0.05 }, ({ name }) =>
      reported.push(name),
    ),
  )
  assert.deepEqual(reported, ['instructions'])
  assert.deepEqual(
    measured.map(({ compared: { threshold }, rows }) => [rows, threshold]),
    [
      [[{ name: 'requests', notMeasured: 'base: load: responded to no request' }], 0.05],
      [[], 0.05],
    ],
  )
})
