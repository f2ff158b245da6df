import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { assertWorkersPossible, protocolOf, serversThatShare } from '../run/protocol.ts'
import { valuesFor } from '../test/cli.ts'
import { flag, unless } from './command.ts'
import {
  nameList,
  percent,
  positiveInteger,
  rates,
  routeNumbers,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
} from './options.ts'

interface Case<T> {
  parse: (text: string) => T
  right: Record<string, T>
  wrong: string[]
}

function takes<T>(name: string, { parse, right, wrong }: Case<T>): void {
  test(name, () => {
    for (const [text, value] of Object.entries(right)) assert.deepEqual(parse(text), value, text)
    for (const text of wrong) {
      const isNamed = (error: Error) =>
        error instanceof InvalidArgumentError && !error.message.includes('\n')
      assert.throws(() => parse(text), isNamed, `takes ${JSON.stringify(text)}`)
    }
  })
}

takes('positive integers', {
  parse: positiveInteger,
  right: { 1: 1, 500: 500 },
  wrong: ['', ' ', '0', '-1', '1.5', 'x', '1x', 'NaN', 'Infinity', '1e30'],
})
takes('seeds', {
  parse: seed,
  right: { 0: 0, 7: 7, 2147483647: 2147483647 },
  wrong: ['', ' ', '-1', '1.5', 'x', '2147483648', 'Infinity'],
})
takes('seconds', {
  parse: seconds,
  right: { '0.5': 0.5, '.5': 0.5, 8: 8, '90s': 90, '20m': 1200, '0.5m': 30, 86400: 86_400 },
  wrong: ['', ' ', '0', '0s', '-1', 'x', '86400.1', 'NaN', 'Infinity', '1h', '1m30s', 'm', '.'],
})
takes('seconds or none', {
  parse: secondsOrNone,
  right: { 0: 0, '0.5': 0.5 },
  wrong: ['', '-1', 'x', '86401'],
})
takes('percentages', {
  parse: percent,
  right: { '1%': 0.01, '0.5%': 0.005, '99%': 0.99 },
  wrong: ['', '1', '0%', '100%', '-1%', '1 %', '1%%', '.%', 'x%', '1e1%'],
})
takes('rates', {
  parse: rates,
  right: { 1000: [1_000], '5000, 1000,5000': [1_000, 5_000] },
  wrong: ['', ' ', '0', '-1', 'x', 'none', '1000,', '1000001', '1e9'],
})
takes('numbers of routes', {
  parse: routeNumbers,
  right: { '10,1': [1, 10], none: [] },
  wrong: ['', '0', '1.5', '100001'],
})
takes('names', {
  parse: nameList,
  right: { a: ['a'], 'a, b,c': ['a', 'b', 'c'] },
  wrong: ['', ',', 'a,', ',a', 'a,,b'],
})

test('a protocol has fewer requests of warm-up where they repeat their work, and busy-polls unless disabled', () => {
  const requests = (scenario: string) => protocolOf({}, scenario).warmupRequests ?? assert.fail()
  assert.equal(requests('update-user'), defaultProtocol.warmupRequests)
  assert.ok(requests('user-list') < requests('update-user'))
  assert.equal(protocolOf({}, 'update-user').polling, true)
  assert.ok(!('pipelining' in protocolOf({ pipelining: 1 }, 'update-user')), 'as in older files')
  const {
    requests: counted,
    durationSeconds,
    pipelining,
  } = protocolOf({ requests: 100_000, pipelining: 10 }, 'update-user')
  assert.deepEqual([counted, durationSeconds, pipelining], [100_000, 0.25, 10])
  assert.equal(protocolOf({ polling: false }, 'update-user').polling, false)
})

test('several workers have as many connections each, and as long a warm-up; one is the default', () => {
  const { workers, connections, warmupRequests } = protocolOf({ workers: 4 }, 'update-user')
  assert.deepEqual(workers, { number: 4, sharing: 'reuse-port' })
  assert.equal(connections, 4 * defaultProtocol.connections)
  assert.equal(warmupRequests, 4 * defaultProtocol.warmupRequests)
  const { seed: _, ...one } = protocolOf({ workers: 1 }, 'update-user')
  const { rounds: __, ...standard } = defaultProtocol
  assert.deepEqual(one, standard)
  assertWorkersPossible(scenarioNamed('update-user'))
  assert.throws(() => assertWorkersPossible(scenarioNamed('json')), {
    message: /^json can't have several workers: its responses count calls/,
  })
})

test('--quick turns off what is on by default, except where the flag itself is given', () => {
  const options = { quick: flag(''), times: unless(''), deployed: { ...unless(''), quick: false } }
  const isDeployed = (...args: string[]) => valuesFor(options, ...args)
  assert.deepEqual(isDeployed(), { quick: false, times: true, deployed: true })
  assert.deepEqual(isDeployed('--quick'), { quick: true, times: true, deployed: false })
  assert.deepEqual(isDeployed('--no-deployed', '--no-times'), {
    quick: false,
    times: false,
    deployed: false,
  })
})

test('servers that cannot share a port so are skipped, in one line', () => {
  const servers = (['node', 'bun'] as const).map((name) => ({ name, runtime: { name } }))
  const { fit, names, lines } = serversThatShare(servers, 'cluster')
  assert.deepEqual([fit, names], [servers.slice(0, 1), ['bun']])
  const line = /^bun: skipped with --sharing cluster, .*--sharing reuse-port$/
  assert.match(lines.join('\n'), line)
  assert.throws(() => serversThatShare(servers.slice(1), 'cluster'), { message: line })
  assert.deepEqual(serversThatShare(servers, 'reuse-port'), { fit: servers, names: [], lines: [] })
})
