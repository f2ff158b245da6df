import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Environment, Protocol, UnsealedResult } from '../format/format.ts'
import { compare, refusal, resultOf, steady } from '../test/compare-fixtures.ts'
import { OF_ONE_MACHINE } from './compare.ts'

describe('what can’t be compared', () => {
  const rates = { 'http-node': steady(40_000), express: steady(20_000) }
  const old = resultOf(rates)
  const withProtocol = (change: Partial<Protocol>) => ({
    ...old,
    protocol: { ...old.protocol, ...change },
  })
  const withEnvironment = (change: Partial<Environment>) => ({
    ...old,
    environment: { ...old.environment, ...change },
  })
  const pinning = old.environment.pinning

  const tasks: [UnsealedResult, string][] = [
    [{ ...old, scenario: 'hello' }, 'scenario update-user and hello'],
    [{ ...old, baseline: 'koa' }, 'baseline http-node and koa'],
    [withProtocol({ connections: 50 }), 'connections 100 and 50'],
    [withProtocol({ polling: false }), 'polling true and false'],
    [withProtocol({ durationSeconds: 8 }), 'durationSeconds 2 and 8'],
    [withProtocol({ sliceSeconds: 0.5 }), 'sliceSeconds 1 and 0.5'],
    [withProtocol({ warmupSeconds: 0 }), 'warmupSeconds 6 and 0'],
    [withEnvironment({ generatorVersion: '8.0.0' }), 'generatorVersion 1 and 8.0.0'],
  ]
  for (const [recent, difference] of tasks) {
    test(`another task: ${difference}`, () => {
      refusal(() => compare(old, recent), 'old.json and new.json', `differ in ${difference};`)
    })
  }

  const places: [Partial<Environment>, string][] = [
    [{ cpuModel: 'another CPU' }, 'cpuModel Sample CPU and another CPU'],
    [{ cpuCount: 4 }, 'cpuCount 2 and 4'],
    [{ pinning: { ...pinning, server: [3] } }, 'CPUs of the server [1] and [3]'],
    [{ pinning: { ...pinning, generator: null } }, 'CPUs of the generator [0] and none'],
    [{ cpuQuota: '50000 100000' }, 'cpuQuota none and 50000 100000'],
    [{ governor: 'powersave' }, 'governor none and powersave'],
    [{ arch: 'arm64' }, 'arch x64 and arm64'],
  ]
  for (const [change, difference] of places) {
    test(`another place, which is stated: ${difference}`, () => {
      const { notes, figures } = compare(old, withEnvironment(change))
      assert.deepEqual(notes, [OF_ONE_MACHINE, `old and new differ in ${difference}`])
      assert.equal(figures.length, 1)
    })
  }

  test('all differences are named in one line', () => {
    const recent = withProtocol({ connections: 50, groupSize: 3 })
    refusal(() => compare(old, recent), 'connections 100 and 50, groupSize 4 and 3')
  })

  test('without a baseline', () => {
    refusal(
      () => compare(old, resultOf({ express: steady(20_000) })),
      'new.json has no number of http-node',
    )
    refusal(
      () => compare(resultOf({ express: steady(20_000) }), old),
      'old.json has no number of http-node',
    )
  })

  test('no server in common', () => {
    refusal(
      () =>
        compare(
          resultOf({ 'http-node': steady(1), koa: steady(1) }),
          resultOf({ 'http-node': steady(1), hono: steady(1) }),
        ),
      'no server in common',
    )
  })

  test('permitted differences are stated: runtimes, OS, kernel, versions', () => {
    const recent = withEnvironment({ runtimes: { node: '25.0.0', bun: '1.4.4' }, kernel: '6.2' })
    const upgraded = recent.servers.map((server) => ({ ...server, version: '2.0.0' }))
    assert.deepEqual(compare(old, { ...recent, servers: upgraded }).notes, [
      OF_ONE_MACHINE,
      'old and new differ in kernel 6.1 and 6.2, node 24.0.0 and 25.0.0',
      'versions differ: http-node 1.2.3 and 2.0.0, express 1.2.3 and 2.0.0',
    ])
  })
})
