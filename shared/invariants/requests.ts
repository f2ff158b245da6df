/** Invariant 2: malformed and unusual requests, for any scenario. */
import { gzipSync } from 'node:zlib'
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import {
  absoluteForm,
  chunked,
  cutAt,
  type Framing,
  withHeaders,
  withHost,
  withTarget,
} from '../wires/framing.ts'
import { anyValid, conforming, correct, rejected, several, single } from './invariant-case.ts'

export function requestCases(scenario: Scenario, random: Random): InvariantCase[] {
  const makers = [targets, hosts, methods, headers, besideLongTarget]
  const ofBodies =
    scenario.route.method === 'GET' ? [] : [bodies, deepBodies, longLists, fieldQuery, bodySizes]
  return [...makers, ...ofBodies].flatMap((casesOf) => casesOf(scenario, random))
}

/** Appends to a path's query. */
const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`

function targets(scenario: Scenario, random: Random): InvariantCase[] {
  const paths: Record<string, (path: string) => string> = {
    '//[': () => '//[',
    '//% and the path': (path) => `//%${path}`,
    '//a:b and the path': (path) => `//a:b${path}`,
    '//a@b and the path': (path) => `//a@b${path}`,
    '/%': () => '/%',
    '/%zz': () => '/%zz',
    '/%c0%80': () => '/%c0%80',
    '/%00': () => '/%00',
    'the path and /%ff': (path) => `${path}/%ff`,
    '/../..': () => '/../..',
    '/__proto__': () => '/__proto__',
    '/constructor': () => '/constructor',
    'a query of nothing': () => '/nowhere?',
    'a broken query': (path) => withQuery(path, '%'),
    'a query with brackets': (path) => withQuery(path, '[=&a[]=1&a[b]=2&a[=3'),
    'a query of __proto__': (path) => withQuery(path, '__proto__=1&__proto__[x]=1'),
    'http://localhost?': () => 'http://localhost?',
    'of 8,000 characters': () => `/${'a'.repeat(8_000)}`,
  }
  const authorities = ['localhost:99999', 'localhost:abc', '[', '', 'a:b@localhost']
  return [
    ...Object.entries(paths).map(([id, change]) => {
      const item = anyValid(scenario, random)
      const path = change(item.path ?? scenario.route.path)
      return single(`target ${id}`, 2, conforming({ ...item, id, path }))
    }),
    ...authorities.map((authority) => {
      const send = conforming(anyValid(scenario, random), absoluteForm(authority))
      return single(`absolute form with the authority ${authority}`, 2, send)
    }),
  ]
}

function hosts(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => anyValid(scenario, random)
  const sent = (id: string, framing: Framing, status?: number) => {
    const item = valid()
    return single(id, 2, { call: item, framing, allowed: { kind: 'conforming', item, status } })
  }
  // RFC 9112, section 3.2; the server may close the connection.
  const required = (id: string, framing: Framing) =>
    several(id, 1, 'one by one', [
      { call: valid(), framing, allowed: { kind: 'rejected', status: 400 } },
      correct(valid()),
    ])
  return [
    required('no Host', withHost('')),
    required('two Hosts', withHeaders({ host: 'localhost', Host: 'a.example' })),
    // RFC 9112, section 3.3: a server can reject it.
    sent('an empty Host', withHeaders({ host: '' }), 400),
    // A host that is invalid in URLs may be rejected.
    ...['[', 'a:99999', 'a@b'].map((host) => sent(`the host ${host}`, withHost(host))),
  ]
}

function methods({ route }: Scenario): InvariantCase[] {
  const other = route.method === 'GET' ? 'POST' : 'GET'
  const names = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'UNKNOWN', other]
  return names.map((method) =>
    single(`method ${method}`, 2, conforming({ id: method, json: '', method, body: () => '' })),
  )
}

const UNUSUAL_HEADERS: Record<string, Record<string, string>> = {
  'Upgrade: websocket': { upgrade: 'websocket', connection: 'Upgrade' },
  'sixty headers': Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-${i}`, String(i)])),
  'a header of 4,000 characters': { 'x-long': 'a'.repeat(4_000) },
  'a header of Latin-1': { 'x-name': 'Zo\u00eb' },
  'a header called __proto__': { ['__proto__']: 'x', constructor: 'x' },
  'a broken cookie': { cookie: 'a=%; b; =c; __proto__=x' },
  'a broken Accept': {
    accept: ';;q=x,/,*',
    'accept-encoding': ';q=x',
    'accept-charset': '\u00ff',
  },
  'a broken If-None-Match': {
    'if-none-match': 'x"y',
    'if-modified-since': 'never',
    range: 'bytes=z-',
  },
  'a broken X-Forwarded-Host': {
    'x-forwarded-host': '[',
    'x-forwarded-proto': ':',
    'x-forwarded-for': '%',
  },
}

function headers(scenario: Scenario, random: Random): InvariantCase[] {
  const sent = (id: string, headers: Record<string, string>, more?: Partial<InvariantCase>) => {
    const item = anyValid(scenario, random)
    return single(id, 2, conforming(item, withHeaders(headers), item), more)
  }
  return [
    ...Object.entries(UNUSUAL_HEADERS).map(([id, headers]) => sent(id, headers)),
    sent('a header of 20,000 characters', { 'x-long': 'a'.repeat(20_000) }, { isLast: true }),
  ]
}

const UNUSUAL_TYPES = [
  'application/json;;;=',
  'application/',
  '/',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  '__proto__',
]

/** Bytes that are not UTF-8. */
const NO_TEXT = Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0xc3, 0x28, 0x7d])

function bodies(scenario: Scenario, random: Random): InvariantCase[] {
  const { json } = anyValid(scenario, random)
  const rejectedBytes = (id: string, bytes: Uint8Array, framing?: Framing) =>
    single(id, 2, rejected({ id, json, bytes: () => bytes }, framing))
  const encoded = (id: string, coding: string, bytes: Uint8Array) =>
    rejectedBytes(id, bytes, withHeaders({ 'content-encoding': coding }))
  const typed = (type: string, id = `content type ${type}`) =>
    single(id, 2, conforming(anyValid(scenario, random), withHeaders({ 'content-type': type })))
  const zipped = gzipSync(json)
  return [
    encoded('a broken gzip body', 'gzip', Buffer.from('this is no gzip')),
    encoded('half a gzip body', 'gzip', zipped.subarray(0, zipped.length >> 1)),
    encoded('a broken deflate body', 'deflate', Buffer.from('this is no deflate')),
    encoded('a broken br body', 'br', Buffer.from('this is no brotli')),
    encoded('a body of an unknown coding', 'x-unknown', Buffer.from('this is nothing')),
    rejectedBytes('a body that is no UTF-8', NO_TEXT),
    rejectedBytes('a body of null bytes', Buffer.alloc(100)),
    ...['', 'x-unknown', 'utf-16'].map((charset) => typed(`application/json; charset=${charset}`)),
    ...UNUSUAL_TYPES.map((type) => typed(type)),
    typed('', 'an empty content type'),
  ]
}

/** Depths that a recursive parser survives, and depths that it does not. */
const DEPTHS = [3_000, 20_000, 200_000]

function deepBodies(scenario: Scenario, random: Random): InvariantCase[] {
  const value = JSON.parse(anyValid(scenario, random).json)
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const deep = (what: string, depth: number, body: string, allow = rejected) => {
    const id = `${what} nested ${depth.toLocaleString('en')} deep`
    return single(id, 2, allow({ id, json: body }))
  }
  return [
    ...DEPTHS.map((depth) => deep('JSON', depth, arrays(depth))),
    ...[3_000, 10_000].map((depth) =>
      deep('a field', depth, jsonWith(value, textPath(value), objects(depth))),
    ),
    ...[6_000, 15_000].map((depth) =>
      deep('an unknown key', depth, jsonWith(value, 'unknown', objects(depth)), conforming),
    ),
    deep('half a JSON', 3_000, `{"${Object.keys(value)[0] ?? ''}":${'['.repeat(3_000)}`),
  ]
}

/** Returns a case with many errors, if the value has a list. */
function longLists(scenario: Scenario, random: Random): InvariantCase[] {
  const value = JSON.parse(anyValid(scenario, random).json)
  const path = pathTo(value, (item) => Array.isArray(item))
  const id = 'a list of 1,000 invalid items'
  const items = JSON.stringify(Array(1_000).fill({}))
  return path ? [single(id, 2, rejected({ id, json: jsonWith(value, path, items) }))] : []
}

/** Returns the path to the first string other than `id`; empty if there is none. */
function textPath(value: object): string {
  return pathTo(value, (item, key) => typeof item === 'string' && key !== 'id')
}

function pathTo(value: object, isIt: (item: unknown, key: string) => boolean): string {
  for (const [key, item] of Object.entries(value)) {
    if (isIt(item, key)) return key
    const path = typeof item === 'object' && item !== null ? pathTo(item, isIt) : ''
    if (path) return `${key}.${path}`
  }
  return ''
}

/** A server may reject a long target, but must respond to the calls before and after it. */
function besideLongTarget(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => correct(anyValid(scenario, random))
  const path = `/${'a'.repeat(8_000)}`
  const long = () => conforming({ id: 'long', json: '', method: 'GET', path, body: () => '' })
  const id = (place: string) => `pipelined ${place} a target of 8,000 characters`
  return [
    { ...several(id('before'), 2, 'pipelined', [valid(), long()]), isLast: true },
    several(id('behind'), 2, 'pipelined', [long(), valid()]),
  ]
}

/** A query may be ignored or rejected, but is no part of the body. */
function fieldQuery(scenario: Scenario, random: Random): InvariantCase[] {
  const item = anyValid(scenario, random)
  const framing = withTarget((path) => withQuery(path, `${textPath(JSON.parse(item.json))}=x`))
  return [single('a query that names a field', 2, conforming(item, framing, item))]
}

/** A body of 150 KB may be accepted with the right response, or rejected, whether or not its size is stated. */
function bodySizes(scenario: Scenario, random: Random): InvariantCase[] {
  const long = () => {
    const { json } = anyValid(scenario, random)
    return {
      id: 'long',
      json: jsonWith(JSON.parse(json), 'unknown', JSON.stringify('x'.repeat(150_000))),
    }
  }
  return [
    single('a body of 150 KB', 2, conforming(long())),
    single(
      'an empty body, its head in two pieces',
      2,
      rejected({ id: 'empty', json: '', body: () => '' }, cutAt([0.5])),
    ),
    single('a chunked body of 150 KB', 2, conforming(long(), chunked({ size: 16_384 }))),
  ]
}
