import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { createTRPCClient, getUntypedClient, httpLink, type TRPCUntypedClient } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import superjson from 'superjson'
import { createRandom } from '../basics/random.ts'
import { Counted, isValid } from '../contract/scenario.ts'
import { BenchmarkService } from '../models/benchmark_pb.ts'
import { carriedValue, flatten, notate } from '../wires/notation.ts'
import { orpcBytes } from '../wires/orpc.ts'
import {
  canCarry,
  carries,
  decodeBody,
  encodeCall,
  type Route,
  type WireName,
  wires,
} from '../wires/wires.ts'
import { scenarios } from './scenarios.ts'
import { updateUser } from './update-user.ts'

const route: Route = {
  method: 'POST',
  path: '/update/user',
  procedure: 'updateUser',
  dates: ['at'],
}
const decoded = (wire: WireName, body: unknown) =>
  decodeBody(wires[wire], route, Buffer.from(JSON.stringify(body)))

test('plain, mion: the argument is the body or the procedure’s only one, the response alike', () => {
  const headers = { 'content-type': 'application/json' }
  const plain = { method: 'POST', path: '/update/user', headers, body: '{"id":1}' }
  assert.deepEqual(wires.plain.encode(route, '{"id":1}'), plain)
  assert.equal(wires.plain.encode({ ...route, method: 'GET' }, '').method, 'GET')
  assert.deepEqual(decoded('plain', { id: 1 }), { id: 1 })
  const mion = { ...plain, path: '/updateUser', body: '{"updateUser":[{"id":1}]}' }
  assert.deepEqual(wires.mion.encode(route, '{"id":1}'), mion)
  assert.deepEqual(decoded('mion', { updateUser: { id: 1 } }), { id: 1 })
})

test('astro: the argument is the body, the response is a value of devalue', () => {
  const { path, body } = wires.astro.encode(route, '{"at":"2020"}')
  assert.deepEqual([path, body], ['/_actions/updateUser', '{"at":"2020"}'])
  const at = '2020-01-05T00:00:00.000Z'
  assert.deepEqual(decoded('astro', [{ at: 1 }, ['Date', at]]), { at })
  assert.notDeepEqual(decoded('astro', [{ at: 1 }, at]), { at })
})

test('graphql: the argument is a document’s variable, the response is under the procedure’s name', () => {
  const { path, body } = wires.graphql.encode(updateUser.route, '{"id":1}')
  const { query, variables } = JSON.parse(body)
  assert.equal(path, '/graphql')
  assert.match(query, /^mutation \(\$argument: UserInput!\) \{ updateUser\(user: \$argument\) /)
  assert.deepEqual(variables, { argument: { id: 1 } })
  assert.deepEqual(decoded('graphql', { data: { updateUser: { id: 1 } } }), { id: 1 })
})

test('a response without the envelope has no value', () => {
  for (const wire of ['mion', 'trpc', 'orpc', 'graphql', 'mcp'] as const) {
    for (const body of [null, 5, 'text', [], {}, { id: 1 }, { other: {} }]) {
      assert.equal(decoded(wire, body), undefined, `${wire} ${JSON.stringify(body)}`)
    }
  }
})

test('text that only JSON can express, and malformed text, are unchanged on every JSON wire', () => {
  for (const text of [
    '{"__proto__":{"at":"2020"}}',
    '{"id":1e999,"at":""}',
    '{"id";1}',
    '['.repeat(100_000),
  ]) {
    for (const wire of [
      'plain',
      'mion',
      'trpc',
      'trpc-superjson',
      'orpc',
      'astro',
      'mcp',
    ] as const) {
      assert.ok(wires[wire].encode(route, text).body.includes(text), wire)
    }
  }
})

test('a library’s wire carries malformed text unchanged, and otherwise the library’s encoding', () => {
  for (const wire of ['superjson', 'devalue', 'seroval', 'msgpackr'] as const) {
    for (const text of ['{"id";1}', '['.repeat(100_000)]) {
      assert.ok(wires[wire].encode(route, text).body.includes(text), wire)
    }
    const { body, bytes } = wires[wire].encode(route, '{"at":"2020-01-05T00:00:00.000Z"}')
    const value = wires[wire].decode(
      { ...route, isNoted: true },
      Buffer.from(bytes ?? Buffer.from(body)),
    )
    assert.deepEqual(value, { at: { $date: '2020-01-05T00:00:00.000Z' } }, wire)
  }
})

test('every wire carries each expected response of its scenarios, and no other value', () => {
  for (const name of Object.keys(wires) as WireName[]) {
    const wire = wires[name]
    for (const { route, validCase } of scenarios.values()) {
      const item = validCase(createRandom(1), 1e15)
      if (!isValid(item) || item.expected instanceof Counted || !canCarry(name, route, item))
        continue
      const body = Buffer.from(wire.response(JSON.stringify(item.expected), route))
      assert.ok(
        carries(wire, route, body, JSON.parse(JSON.stringify(item.expected))),
        `${wire.title} ${route.path}`,
      )
      assert.ok(!carries(wire, route, body, { ...(item.expected as object), more: 1 }))
    }
  }
})

test('on a wire with dates, a date differs from its string', () => {
  const at = '2020-01-05T00:00:00.000Z'
  assert.deepEqual(decoded('orpc', { json: { at, name: 'x' }, meta: [[1, 'at']] }), {
    at,
    name: 'x',
  })
  assert.notDeepEqual(decoded('orpc', { json: { at, name: 'x' } }), { at, name: 'x' })
  const both = {
    json: { at, name: at },
    meta: [
      [1, 'at'],
      [1, 'name'],
    ],
  }
  assert.notDeepEqual(decoded('orpc', both), { at, name: at })
})

async function sentBy(
  call: (fetch: typeof globalThis.fetch) => Promise<unknown>,
): Promise<unknown> {
  let sent: unknown
  await call(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const body = Buffer.from(await request.arrayBuffer())
    sent = { method: request.method, path: pathname + search, headers, body }
    throw new Error('no response')
  }).catch(() => {})
  return sent
}

/** Converts a value for Connect's client: a date to a `Timestamp`, a union to a named branch, a map to an object. */
function messageOf(value: unknown): unknown {
  if (value instanceof Date) return timestampFromDate(value)
  if (Array.isArray(value)) return value.map(messageOf)
  if (value instanceof Map) return messageOf(Object.fromEntries(value))
  if (value instanceof Set) return [...value]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if ('kind' in value) return { kind: { case: value.kind, value } }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, messageOf(item)]))
}

const url = 'http://localhost'

const connectClient =
  (useBinaryFormat: boolean) =>
  (fetch: typeof globalThis.fetch, { procedure }: Route, input: unknown) => {
    const transport = createConnectTransport({ baseUrl: url, useBinaryFormat, fetch })
    const client = createClient(BenchmarkService, transport) as unknown as Record<
      string,
      (input: unknown) => Promise<unknown>
    >
    return client[procedure]?.(messageOf(input ?? {})) as Promise<unknown>
  }

/** Responds to the messages that MCP's client sends before its first call; `undefined` to others. */
function shakeHands(init: RequestInit | undefined): Promise<Response> | undefined {
  if (init?.method === 'GET') return Promise.resolve(new Response(null, { status: 405 }))
  const { method, id, params } = JSON.parse(String(init?.body))
  if (method === 'notifications/initialized')
    return Promise.resolve(new Response(null, { status: 202 }))
  if (method !== 'initialize') return undefined
  const serverInfo = { name: 'server', version: '1.0.0' }
  const result = {
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo,
  }
  return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result }))
}

const clients: Partial<
  Record<
    WireName,
    (fetch: typeof globalThis.fetch, route: Route, input: unknown) => Promise<unknown>
  >
> = {
  orpc(fetch, { procedure }, input) {
    const client: Record<string, (input: unknown) => Promise<unknown>> = createORPCClient(
      new RPCLink({ url, fetch, customJsonSerializers: [orpcBytes] }),
    )
    return client[procedure]?.(input) as Promise<unknown>
  },
  'trpc-superjson'(fetch, { method, procedure }, input) {
    const links = [httpLink({ url, fetch, transformer: superjson })]
    const client = createTRPCClient<AnyTRPCRouter>({
      links,
    }) as unknown as TRPCUntypedClient<AnyTRPCRouter>
    return getUntypedClient(client as never)[method === 'GET' ? 'query' : 'mutation'](
      procedure,
      input,
    )
  },
  async mcp(fetch, { procedure }, input) {
    const client = new Client({ name: 'client', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      fetch: (input, init) => shakeHands(init) ?? fetch(input, init),
    })
    await client.connect(transport)
    const json = flatten(notate(input ?? {})) as Record<string, unknown>
    await client.callTool({ name: procedure, ...(input !== undefined && { arguments: json }) })
  },
  connect: connectClient(true),
  'connect-json': connectClient(false),
}

for (const [name, client] of Object.entries(clients)) {
  test(`${name}: a request is what its own client sends`, async () => {
    let [calls, withDates] = [0, 0]
    for (const scenario of scenarios.values()) {
      const { route } = scenario
      const { path, json } = scenario.validCase(createRandom(1), 1e15)
      const wire = wires[name as WireName]
      if (path || !canCarry(name as WireName, route, { id: '', json })) continue
      const input = json ? carriedValue(route, json) : undefined
      const { body, bytes, ...head } = encodeCall(wire, route, { id: '', json })
      const sent = await sentBy((fetch) => client(fetch, route, input))
      assert.deepEqual(
        { ...head, body: Buffer.from(bytes ?? Buffer.from(body)) },
        sent,
        scenario.name,
      )
      calls++
      if (json && route.dates) withDates++
    }
    assert.ok(calls >= 5 && withDates >= 2)
  })
}

test('connect: a value that a message cannot represent has no request', () => {
  const user = { id: 1, name: '', surname: 'x', lastUpdate: '2020-01-05T00:00:00Z' }
  const carried = (change: object) =>
    canCarry('connect', updateUser.route, { id: '', json: JSON.stringify({ ...user, ...change }) })
  assert.ok(carried({}))
  assert.ok(carried({ name: undefined }), 'a missing field')
  for (const change of [
    { id: '1' },
    { name: null },
    { more: 1 },
    { name: {} },
    { lastUpdate: 'never' },
  ]) {
    assert.ok(!carried(change), JSON.stringify(change))
  }
})

test('connect-json: an unknown key and malformed text are sent', () => {
  const bodyOf = (json: string) =>
    encodeCall(wires['connect-json'], updateUser.route, { id: '', json }).body
  assert.equal(bodyOf('{"id":1,"extra":"x"}'), '{"id":1,"extra":"x"}')
  assert.equal(bodyOf('{"id";1}'), '{"id";1}')
})
