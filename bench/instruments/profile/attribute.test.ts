import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { MOST_UNATTRIBUTED, PART_NAMES, type Part } from '../../../charts/instruments/profile/parts.ts'
import { PLACES } from '../../../charts/instruments/profile/rules.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { MODELS_DIR } from '../../host/servers.ts'
import { attribute, isIdle, placeOf } from './attribute.ts'
import { type CallNode, readCpuProfile } from './cpu-profile.ts'
import { type LineOf, linesTold } from './source-lines.ts'

/** Profiles that V8 gave of servers under the load of `update-user`: rare functions are told as their callers', and no lines. */
const FIXTURES = join(import.meta.dirname, 'fixtures')

function realProfile(server: string) {
  const text = readFileSync(join(FIXTURES, `${server}.json`), 'utf8')
  const json = JSON.parse(text.replaceAll('file:///repository/', `${pathToFileURL(ROOT).href.replace(/\/$/, '')}/`))
  const { nodes } = readCpuProfile(json, { begin: 0, end: Number.MAX_SAFE_INTEGER })
  const attributed = attribute(nodes, join(ROOT, 'servers', server)).filter(({ node }) => !isIdle(node))
  const total = attributed.reduce((sum, { self }) => sum + self, 0)
  const sumOf = (which: typeof attributed) => which.reduce((sum, { self }) => sum + self, 0) / total
  return {
    attributed,
    part: (part: Part) => sumOf(attributed.filter((each) => each.part === part)),
    owner: (owner: string, part: Part) =>
      sumOf(attributed.filter((each) => each.owner === owner && each.part === part)),
  }
}

describe('in real profiles', () => {
  const servers = readdirSync(FIXTURES).map((name) => name.replace('.json', ''))
  for (const server of servers) {
    test(`of ${server} hardly anything is unattributed`, (t) => {
      const { part } = realProfile(server)
      t.diagnostic(PART_NAMES.map((each) => `${each} ${(part(each) * 100).toFixed(1)}%`).join(', '))
      assert.ok(part('unattributed') < MOST_UNATTRIBUTED / 5, `${part('unattributed')}`)
      for (const each of ['outside', 'runtime', 'validation', 'collection'] as const)
        assert.ok(part(each) > 0.002, each)
    })
  }

  test('a bare server has no router, and a framework’s own code is told from it', () => {
    assert.equal(realProfile('http-node').part('router'), 0)
    const express = realProfile('express')
    assert.ok(express.part('router') > 0.1)
    for (const name of ['body-parser', 'raw-body']) assert.ok(express.owner(name, 'body') > 0.01, name)
    assert.ok(realProfile('trpc').owner('@trpc/server', 'router') > 0.1)
    assert.ok(realProfile('nest-express').owner('class-validator', 'validation') > 0.02)
  })

  test('Node’s own code is told by what it is for: who goes by fetch’s objects and web streams shows it', () => {
    const [trpc, bare] = [realProfile('trpc'), realProfile('http-node')]
    for (const area of ['node: fetch and URL', 'node: web streams']) {
      assert.ok(trpc.owner(area, 'runtime') > 0.05, area)
      assert.equal(bare.owner(area, 'runtime'), 0, area)
    }
    for (const area of ['node: HTTP', 'node: streams and sockets', 'node: ticks and timers'])
      assert.ok(bare.owner(area, 'runtime') > 0.02, area)
    assert.ok(trpc.owner('node: fetch and URL', 'body') > 0)
  })

  test('code that fastify has made at run time validates or serializes, and routes nothing', () => {
    const { owner, attributed } = realProfile('fastify')
    assert.ok(owner('fastify', 'validation') > 0.002)
    assert.ok(owner('fast-json-stringify', 'serialization') > 0.01)
    const made = attributed.filter(({ place }) => place.package === PLACES.generated)
    assert.ok(made.length > 0)
    for (const { part, node } of made)
      assert.ok(part === 'validation' || part === 'serialization', `${node.name} ${part}`)
  })
})

function node(name: string, url: string, parent: CallNode | null = null, hasScript = url !== ''): CallNode {
  return { name, url, line: 1, hasScript, parent, self: 1, lines: [] }
}

test('native functions and code made at run time are their callers’; what Node calls is no JavaScript', () => {
  const root = node('(root)', '')
  const zod = node('parse', 'file:///x/node_modules/zod/v4/core.js', root)
  const made = node('anonymous', '', zod, true)
  const push = node('push', '', made)
  const unknown = node('f', 'file:///x/node_modules/@odd/package/a.js', root)
  const sort = node('sort', '', unknown)
  const stream = node('writeGeneric', 'node:internal/stream_base_commons', root)
  const write = node('writev', '', stream)
  const microtasks = node('runMicrotasks', '', root)
  const resumed = node('anonymous', '', microtasks, true)
  const nodes = [root, zod, made, push, unknown, sort, stream, write, microtasks, resumed]
  assert.deepEqual(
    attribute(nodes, '/server')
      .slice(1)
      .map(({ part, owner }) => `${part} of ${owner}`),
    [
      'validation of zod',
      'validation of zod',
      'validation of zod',
      'unattributed of @odd/package',
      'unattributed of @odd/package',
      'runtime of node: streams and sockets',
      'outside of native code',
      'outside of native code',
      'unattributed of generated code',
    ],
  )
})

test('what JavaScriptCore shows of JSON and Date is what their callers’ lines are in V8', () => {
  const root = node('(root)', '')
  const native = (name: string, caller: CallNode) => node(name, '', caller)
  const withJson = node('', 'file:///server/with-json.ts', root)
  const handler = node('', 'file:///server/update-user.ts', withJson)
  const readDate = node('readDate', pathToFileURL(join(MODELS_DIR, 'fields.ts')).href, handler)
  const answer = native('json', handler)
  const toJson = native('toJSON', answer)
  const composed = node('handle', '', root, true)
  const adapter = node('mapResponse', 'file:///x/node_modules/elysia/handler.js', composed)
  const zod = node('check', 'file:///x/node_modules/zod/core.js', handler)
  const expected: [CallNode, Part][] = [
    [native('', root), 'outside'],
    [withJson, 'body'],
    [native('json', withJson), 'body'],
    [answer, 'serialization'],
    [toJson, 'serialization'],
    [native('toISOString', toJson), 'serialization'],
    [native('setMonth', handler), 'dates'],
    [native('Date', readDate), 'dates'],
    [native('parse', handler), 'body'],
    [native('parse', zod), 'validation'],
    [native('valueOf', zod), 'validation'],
    [composed, 'router'],
    [native('json', composed), 'body'],
    [native('json', adapter), 'serialization'],
    [native('push', adapter), 'router'],
  ]
  const attributed = attribute([root, ...expected.map(([each]) => each)], '/server').slice(1)
  assert.deepEqual(
    attributed.map(({ part }) => part),
    expected.map(([, part]) => part),
  )
})

test('Deno’s own code is told by what it is for, and what its Rust does is not JavaScript’s', () => {
  const root = node('(root)', '')
  const serve = node('mapped', 'ext:deno_http/00_serve.ts', root)
  const request = node('json', 'ext:deno_fetch/23_request.js', serve)
  const nodes = [
    serve,
    node('op_http_set_response', '', serve),
    request,
    node('op_http_take_body', '', request),
    node('json', 'ext:deno_fetch/23_response.js', serve),
    node('serializeJSValueToJSONString', 'ext:deno_web/00_infra.js', serve),
    node('parse', 'ext:deno_web/00_url.js', serve),
    node('processTicks', 'ext:core/01_core.js', root),
  ]
  assert.deepEqual(
    attribute([root, ...nodes], '/server')
      .slice(1)
      .map(({ part, owner }) => `${part} of ${owner}`),
    [
      'runtime of deno: HTTP',
      'outside of native code',
      'body of deno: fetch and URL',
      'outside of native code',
      'serialization of deno: fetch and URL',
      'serialization of deno: fetch and URL',
      'runtime of deno: fetch and URL',
      'runtime of deno: the rest',
    ],
  )
})

test('lines of a runtime that makes others of a file are those that it told', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, { 'a.ts': 'function handle(text: string) {\n  work()\n}' })
  const url = pathToFileURL(join(directory, 'a.ts')).href
  const root = node('(root)', '')
  const handle = { ...node('handle', url, root), self: 80, lines: [{ line: 2, ticks: 1 }] }
  const parts = (lineOf?: LineOf) => attribute([root, handle], directory, lineOf).map(({ part, self }) => [part, self])
  assert.deepEqual(parts(), [
    ['outside', 1],
    ['handler', 80],
  ])
  assert.deepEqual(parts(linesTold([{ url, text: 'function handle(text) {\n  JSON.parse(text)' }])), [
    ['outside', 1],
    ['handler', 0],
    ['body', 80],
  ])
  assert.throws(() => linesTold([{ url }]), /text/)
})

test('lines that call JSON or Date are told apart from the rest of their function, by their samples', (t) => {
  const directory = temporaryDirectory(t)
  const lines = [
    'function handle(text) {',
    '  const value = JSON.parse(text)',
    '  value.at = new Date(value.at)',
    '  work()',
  ]
  const long = `const small = (x) => JSON.stringify(x); ${'/* and a whole library */'.repeat(20)}`
  writeTree(directory, { 'a.js': [...lines, '  return JSON.stringify(value)', '}', long].join('\n') })
  const root = node('(root)', '')
  const ticks = [2, 3, 3, 4, 4, 4, 5, 7].map((line) => ({ line, ticks: 1 }))
  const url = pathToFileURL(join(directory, 'a.js')).href
  const handle = { ...node('handle', url, root), self: 80, lines: ticks }
  const pieces = attribute([root, handle], directory).slice(1)
  assert.deepEqual(
    pieces.map(({ part, self, called }) => [part, self, called]),
    [
      ['handler', 40, null],
      ['serialization', 10, 'JSON.stringify'],
      ['body', 10, 'JSON.parse'],
      ['dates', 20, 'Date'],
    ],
  )
  const gone = { ...handle, url: pathToFileURL(join(directory, 'b.js')).href }
  assert.deepEqual(
    attribute([root, gone], directory)
      .slice(1)
      .map(({ part, self }) => [part, self]),
    [['handler', 80]],
  )
})

test('a place is a package, of a scope or within another one, a module of Node, the server’s own file or a model', () => {
  const place = (url: string, hasScript = true) => {
    const { package: name, file } = placeOf({ name: 'f', url, hasScript }, '/servers/express')
    return `${name} ${file}`.trim()
  }
  assert.equal(place('node:internal/http'), 'node internal/http')
  assert.equal(place('file:///a/node_modules/@scope/own/b/c.js'), '@scope/own b/c.js')
  assert.equal(place('file:///a/node_modules/one/node_modules/other/c.js'), 'other c.js')
  assert.equal(place('/a/node_modules/one/common.js'), 'one common.js')
  assert.equal(place('file:///servers/express/update-user.ts'), 'the server’s files update-user.ts')
  assert.equal(place('file:///servers/express/dist/shared/user.js'), 'shared/models user.js')
  assert.equal(place(pathToFileURL(join(MODELS_DIR, 'zod/user.ts')).href), 'shared/models user.ts')
  assert.equal(place('', false), 'native code')
  assert.equal(place(''), 'generated code')
  assert.equal(place('evalmachine.<anonymous>'), 'generated code')
  assert.equal(place('file:///elsewhere/secret/thing.js'), 'thing.js', 'no path of this machine')
})

test('what compilers of types make belongs to what it is for, wherever it stands', () => {
  const root = node('(root)', '')
  const dist = 'file:///server/dist/update-user.js'
  const handler = node('(anonymous)', dist, root)
  const mion = node('runRoute', 'file:///x/node_modules/@mionjs/router/dispatch.js', root)
  const facade = node('(anonymous)', 'file:///x/node_modules/@deepkit/type/dist/serializer-facade.js', handler)
  const made = (name: string, caller: CallNode) => node(name, '', caller, true)
  const serialize = made('self', handler)
  const expected: [CallNode, Part][] = [
    [node('_io0', dist, handler), 'validation'],
    [node('_vo0', dist, handler), 'validation'],
    [node('_so0', dist, handler), 'serialization'],
    [node('_send', dist, handler), 'handler'],
    [
      node('_jsonStringifyString', 'file:///x/node_modules/typia/lib/internal/_jsonStringifyString.mjs', handler),
      'serialization',
    ],
    [made('is_H5fd3n', mion), 'validation'],
    [made('fj_H5fd3n', mion), 'validation'],
    [made('sj_H5fd3n', mion), 'serialization'],
    [made('anonymous', mion), 'router'],
    [serialize, 'serialization'],
    [made('self', serialize), 'serialization'],
    [made('self', facade), 'validation'],
  ]
  const nodes = expected.map(([each]) => each)
  assert.deepEqual(
    attribute([root, handler, mion, facade, ...nodes], '/server').flatMap((each) =>
      nodes.includes(each.node) ? [[each.node.name, each.part]] : [],
    ),
    expected.map(([each, part]) => [each.name, part]),
  )
})
