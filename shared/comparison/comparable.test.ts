import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Environment, Protocol, Result } from '../format/format.ts'
import { compare, rejects, resultOf, steady } from '../test/compare-fixtures.ts'
import { OF_ONE_MACHINE } from './runs.ts'

const old = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
const withProtocol = (change: Partial<Protocol>) => ({
  ...old,
  protocol: { ...old.protocol, ...change },
})
const withEnvironment = (change: Partial<Environment>) => ({
  ...old,
  environment: { ...old.environment, ...change },
})
const { pinning } = old.environment
const alone = resultOf({ express: steady(20_000) })

const tasks: [before: Result, after: Result, complaint: string][] = [
  [old, { ...old, scenario: 'hello' }, 'differ in scenario update-user and hello;'],
  [
    old,
    { ...old, details: { ...old.details, baseline: 'koa' } },
    'differ in baseline http-node and koa;',
  ],
  [old, withProtocol({ polling: false }), 'differ in polling true and false;'],
  [old, withProtocol({ durationSeconds: 8 }), 'differ in durationSeconds 2 and 8;'],
  [old, withProtocol({ sliceSeconds: 0.5 }), 'differ in sliceSeconds 1 and 0.5;'],
  [old, withProtocol({ warmupSeconds: 0 }), 'differ in warmupSeconds 6 and 0;'],
  [
    old,
    withProtocol({ connections: 50, groupSize: 3 }),
    'differ in connections 100 and 50, groupSize 4 and 3;',
  ],
  [
    old,
    withProtocol({ workers: { number: 2, sharing: 'cluster' } }),
    'differ in workers 1 and {"number":2,"sharing":"cluster"};',
  ],
  [old, withProtocol({ pipelining: 10 }), 'differ in pipelining 1 and 10;'],
  [old, withProtocol({ requests: 1_000 }), 'differ in requests none and 1000;'],
  [old, withEnvironment({ generatorVersion: '8.0.0' }), 'differ in generatorVersion 1 and 8.0.0;'],
  [old, alone, 'new.json has no number of http-node'],
  [alone, old, 'old.json has no number of http-node'],
  [old, resultOf({ 'http-node': steady(1), hono: steady(1) }), 'no server in common'],
]
for (const [before, after, complaint] of tasks) {
  test(`results that cannot be compared: ${complaint}`, () =>
    rejects(() => compare(before, after), complaint))
}

const places: [Partial<Environment>, string][] = [
  [{ cpuModel: 'another CPU' }, 'cpuModel Sample CPU and another CPU'],
  [{ cpuCount: 4 }, 'cpuCount 2 and 4'],
  [{ pinning: { ...pinning, server: [3] } }, 'CPUs of the server [1] and [3]'],
  [{ pinning: { ...pinning, generator: null } }, 'CPUs of the generator [0] and none'],
  [{ cpuQuota: '50000 100000' }, 'cpuQuota none and 50000 100000'],
  [{ governor: 'powersave' }, 'governor none and powersave'],
  [{ arch: 'arm64' }, 'arch x64 and arm64'],
  [
    { runtimes: { node: '25.0.0', bun: '1.4.4' }, kernel: '6.2' },
    'kernel 6.1 and 6.2, node 24.0.0 and 25.0.0',
  ],
]
for (const [change, difference] of places) {
  test(`another place, which is stated: ${difference}`, () => {
    const { notes, figures } = compare(old, withEnvironment(change))
    assert.deepEqual(notes, [OF_ONE_MACHINE, `old and new differ in ${difference}`])
    assert.equal(figures.length, 1)
  })
}

test('other versions are stated', () => {
  const subjects = old.subjects.map((server) => ({ ...server, version: '2.0.0' }))
  assert.deepEqual(compare(old, { ...old, subjects }).notes, [
    OF_ONE_MACHINE,
    'versions differ: http-node 1.2.3 and 2.0.0, express 1.2.3 and 2.0.0',
  ])
})
