/** Invariant 2: malformed and unusual requests, for any scenario. */
import { gzipSync } from 'node:zlib'
import type { Random } from '../basics/random.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import { absoluteForm, type Framing, withHeaders } from '../wires/framing.ts'
import { anyValid, conforming, refused, single } from './invariant-case.ts'

export function requestCases(scenario: Scenario, random: Random): InvariantCase[] {
  const cases = [...targets(scenario, random), ...methods(scenario), ...headers(scenario, random)]
  return scenario.route.method === 'GET' ? cases : [...cases, ...bodies(scenario, random)]
}

function targets(scenario: Scenario, random: Random): InvariantCase[] {
  const valid = () => anyValid(scenario, random)
  const changed = (id: string, path: (own: string) => string) => {
    const item = valid()
    return single(
      `target ${id}`,
      2,
      conforming({ ...item, id, path: path(item.path ?? scenario.route.path) }),
    )
  }
  const absolute = (authority: string) => {
    const item = valid()
    return single(
      `absolute form with the authority ${authority}`,
      2,
      conforming(item, absoluteForm(authority)),
    )
  }
  return [
    changed('//[', () => '//['),
    changed('//% and the path', (own) => `//%${own}`),
    changed('//a:b and the path', (own) => `//a:b${own}`),
    changed('/%', () => '/%'),
    changed('/%zz', () => '/%zz'),
    changed('/%c0%80', () => '/%c0%80'),
    changed('/%00', () => '/%00'),
    changed('the path and /%ff', (own) => `${own}/%ff`),
    changed('/../..', () => '/../..'),
    changed('/__proto__', () => '/__proto__'),
    changed('/constructor', () => '/constructor'),
    changed('a query of nothing', () => '/nowhere?'),
    changed('a broken query', (own) => `${own}${own.includes('?') ? '&' : '?'}%`),
    changed(
      'a query with brackets',
      (own) => `${own}${own.includes('?') ? '&' : '?'}[=&a[]=1&a[b]=2&a[=3`,
    ),
    changed(
      'a query of __proto__',
      (own) => `${own}${own.includes('?') ? '&' : '?'}__proto__=1&__proto__[x]=1`,
    ),
    changed('of 8,000 characters', () => `/${'a'.repeat(8_000)}`),
    ...['localhost', 'localhost:99999', 'localhost:abc', '[', ''].map(absolute),
  ]
}

function methods({ route }: Scenario): InvariantCase[] {
  return [
    'HEAD',
    'OPTIONS',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    route.method === 'GET' ? 'POST' : 'GET',
  ].map((method) =>
    single(`method ${method}`, 2, conforming({ id: method, json: '', method, body: () => '' })),
  )
}

function headers(scenario: Scenario, random: Random): InvariantCase[] {
  const sent = (id: string, headers: Record<string, string>, more?: Partial<InvariantCase>) => {
    const item = anyValid(scenario, random)
    return single(id, 2, conforming(item, withHeaders(headers), item), more)
  }
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-${i}`, String(i)]))
  return [
    sent('Upgrade: h2c', {
      upgrade: 'h2c',
      connection: 'Upgrade, HTTP2-Settings',
      'http2-settings': 'AAMAAABkAAQAAP__',
    }),
    sent('Upgrade: websocket', { upgrade: 'websocket', connection: 'Upgrade' }),
    sent('sixty headers', many),
    sent('a header of 4,000 characters', { 'x-long': 'a'.repeat(4_000) }),
    sent('a header of 20,000 characters', { 'x-long': 'a'.repeat(20_000) }, { isLast: true }),
    sent('a header of Latin-1', { 'x-name': 'Zo\u00eb' }),
    sent('a header called __proto__', { ['__proto__']: 'x', constructor: 'x' }),
    sent('a broken cookie', { cookie: 'a=%; b; =c; __proto__=x' }),
    sent('a broken Accept', {
      accept: ';;q=x,/,*',
      'accept-encoding': ';q=x',
      'accept-charset': '\u00ff',
    }),
    sent('a broken If-None-Match', {
      'if-none-match': 'x"y',
      'if-modified-since': 'never',
      range: 'bytes=z-',
    }),
    sent('a broken X-Forwarded-Host', {
      'x-forwarded-host': '[',
      'x-forwarded-proto': ':',
      'x-forwarded-for': '%',
    }),
  ]
}

/** Bytes that are not UTF-8. */
const NO_TEXT = Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0xc3, 0x28, 0x7d])

function bodies(scenario: Scenario, random: Random): InvariantCase[] {
  const { json } = anyValid(scenario, random)
  const refusedBytes = (id: string, bytes: Uint8Array, framing?: Framing) =>
    single(id, 2, refused({ id, json, bytes: () => bytes }, framing))
  const encoded = (id: string, coding: string, bytes: Uint8Array) =>
    refusedBytes(id, bytes, withHeaders({ 'content-encoding': coding }))
  const typed = (type: string, id = `content type ${type}`) =>
    single(id, 2, conforming(anyValid(scenario, random), withHeaders({ 'content-type': type })))
  const zipped = gzipSync(json)
  return [
    encoded('a broken gzip body', 'gzip', Buffer.from('this is no gzip')),
    encoded('half a gzip body', 'gzip', zipped.subarray(0, zipped.length >> 1)),
    encoded('a broken deflate body', 'deflate', Buffer.from('this is no deflate')),
    encoded('a broken br body', 'br', Buffer.from('this is no brotli')),
    encoded('a body of an unknown coding', 'x-unknown', Buffer.from('this is nothing')),
    refusedBytes('a body that is no UTF-8', NO_TEXT),
    refusedBytes('a body of null bytes', Buffer.alloc(100)),
    ...['', 'x-unknown', 'utf-16'].map((charset) => typed(`application/json; charset=${charset}`)),
    ...['application/json;;;=', 'application/', '/', 'multipart/form-data'].map((type) =>
      typed(type),
    ),
    ...['application/x-www-form-urlencoded', '__proto__'].map((type) => typed(type)),
    typed('', 'an empty content type'),
    ...deepBodies(json),
    ...longLists(json),
  ]
}

/** Depths that a recursive parser survives, and depths that it does not. */
const DEPTHS = [3_000, 20_000, 200_000]

function deepBodies(json: string): InvariantCase[] {
  const value = JSON.parse(json)
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const deep = (what: string, depth: number, body: string, allow = refused) => {
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
function longLists(json: string): InvariantCase[] {
  const value = JSON.parse(json)
  const path = pathTo(value, (item) => Array.isArray(item))
  const id = 'a list of 1,000 invalid items'
  const items = JSON.stringify(Array(1_000).fill({}))
  return path ? [single(id, 2, refused({ id, json: jsonWith(value, path, items) }))] : []
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
