import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { wrkTool } from '../load/wrk.ts'
import { defaultProtocol, type ProtocolChoices, protocolOf, quickProtocol } from '../measure/protocol.ts'
import {
  names,
  objective,
  percent,
  positiveInteger,
  rates,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  shard,
  shares,
  timeSpan,
  workerCounts,
} from './options.ts'

function takes<T>(parse: (text: string) => T, right: [string, T][], wrong: string[]): void {
  for (const [text, value] of right) assert.deepEqual(parse(text), value, text)
  for (const text of wrong) {
    assert.throws(
      () => parse(text),
      (error: Error) => error instanceof InvalidArgumentError && !error.message.includes('\n'),
      `takes ${JSON.stringify(text)}`,
    )
  }
}

test('a shard is one of so many', () => {
  takes(
    shard,
    [
      ['1/1', { number: 1, of: 1 }],
      ['2/8', { number: 2, of: 8 }],
      [' 8 / 8 ', { number: 8, of: 8 }],
    ],
    ['', '2', '0/8', '9/8', '2/', '/8', '1.5/8', '-1/8', '1/8/2', '1/1001'],
  )
})

test('positive integers', () => {
  takes(
    positiveInteger,
    [
      ['1', 1],
      ['500', 500],
    ],
    ['', ' ', '0', '-1', '1.5', 'x', '1x', 'NaN', 'Infinity', '1e30'],
  )
})

test('seeds', () => {
  takes(
    seed,
    [
      ['0', 0],
      ['7', 7],
      ['2147483647', 2147483647],
    ],
    ['', ' ', '-1', '1.5', 'x', '2147483648', 'Infinity'],
  )
})

test('seconds', () => {
  takes(
    seconds,
    [
      ['0.5', 0.5],
      ['8', 8],
      ['86400', 86_400],
    ],
    ['', ' ', '0', '-1', 'x', '86400.1', 'NaN', 'Infinity'],
  )
})

test('seconds or none', () => {
  takes(
    secondsOrNone,
    [
      ['0', 0],
      ['0.5', 0.5],
    ],
    ['', ' ', '-1', 'x', '86401', 'NaN'],
  )
  assert.throws(() => secondsOrNone('-1'), /takes seconds, 0 or above/)
})

test('processes of a server: at most four for each CPU', () => {
  const most = 4 * availableParallelism()
  takes(
    workerCounts,
    [
      ['1', [1]],
      [`${most},1,1`, [1, most]],
    ],
    ['', '0', '1,', '1.5', 'x', String(most + 1)],
  )
})

test('percentages, for --until', () => {
  takes(
    percent,
    [
      ['1%', 0.01],
      ['0.5%', 0.005],
      ['99%', 0.99],
    ],
    ['', '1', '0%', '100%', '-1%', '1 %', '1%%', '.%', 'x%', '1e1%'],
  )
})

test('lengths of time, for --max-time', () => {
  takes(
    timeSpan,
    [
      ['20m', 1200],
      ['90s', 90],
      ['0.5m', 30],
    ],
    ['', '20', '0m', '-1m', '1h', '1m30s', 'm', 'x'],
  )
})

test('rates and shares, rising and each once', () => {
  takes(
    rates,
    [
      ['1000', [1_000]],
      ['5000, 1000,5000', [1_000, 5_000]],
      ['none', []],
    ],
    ['', ' ', '0', '-1', 'x', '1000,', '1000001', '1e9'],
  )
  takes(
    shares,
    [
      ['50,95', [0.5, 0.95]],
      ['80%', [0.8]],
      ['none', []],
    ],
    ['', '0', '151', 'x', '50,,80'],
  )
})

test('objectives', () => {
  takes(
    objective,
    [
      ['p99<20ms', { quantile: 'p99', milliseconds: 20 }],
      [' p99.9 < 0.5 ms', { quantile: 'p99.9', milliseconds: 0.5 }],
    ],
    ['', 'p99', 'p98<20ms', 'p99<20', 'p99<0ms', 'p99>20ms', 'p99<-1ms', 'p99<20s'],
  )
})

test('names', () => {
  takes(
    names,
    [
      ['a', ['a']],
      ['a, b,c', ['a', 'b', 'c']],
    ],
    ['', ',', 'a,', ',a', 'a,,b'],
  )
})

test('a scenario that is not there is wrong usage, and the message lists those there are', () => {
  assert.equal(scenarioNamed('update-user').name, 'update-user')
  assert.throws(
    () => scenarioNamed('updateUser'),
    (error: Error) => {
      return error instanceof UsageError && /updateUser.*update-user/.test(error.message)
    },
  )
  assert.throws(
    () => scenarioNamed(undefined),
    (error: Error) => error instanceof UsageError && /is missing: there is update-user, /.test(error.message),
  )
})

test('the default protocol is the one that the documents promise', () => {
  const { connections, pipelining, secondPipelining, durationSeconds, sliceSeconds, rounds } = defaultProtocol
  assert.deepEqual([connections, pipelining, secondPipelining], [100, 1, 10])
  assert.ok(rounds >= 5, 'fewer rounds than five have no interval of the median')
  assert.ok(Number.isInteger(durationSeconds / sliceSeconds), 'the duration is made of whole slices')
  assert.equal(quickProtocol.rounds, 1)
  assert.equal(quickProtocol.connections, connections)
})

test('the second load is that of the default, unless somebody chose a load or a generator of his own', () => {
  const second = (choices: ProtocolChoices) => protocolOf(choices, 2).secondPipelining
  assert.equal(second({}), 10)
  assert.equal(second({ secondPipelining: 4 }), 4)
  assert.equal(second({ secondPipelining: 0 }), null)
  assert.equal(second({ pipelining: 10 }), null)
  assert.equal(second({ pipelining: 10, secondPipelining: 1 }), 1)
  assert.equal(second({ generator: 'autocannon' }), null)
  assert.throws(
    () => second({ generator: 'wrk', secondPipelining: 10 }),
    new UsageError('wrk loads with one depth of pipelining in a run: leave --second-pipelining out'),
  )
  assert.throws(() => second({ pipelining: 10, secondPipelining: 10 }), /is the first load over again/)
})

test('only the built-in generator polls, and only as long as nobody forbids it', () => {
  assert.equal(protocolOf({}, 2).polling, true)
  assert.equal(protocolOf({ polling: false }, 2).polling, false)
  assert.equal(protocolOf({ generator: 'wrk' }, 2).polling, false)
})

test('a generator that can not load for so short a time gets as many slices, only longer', () => {
  const wrk = protocolOf({ generator: 'wrk' }, 2)
  const { durationSeconds, sliceSeconds, warmupSeconds } = defaultProtocol
  assert.equal(wrk.sliceSeconds, wrkTool.shortestSeconds)
  assert.equal(wrk.durationSeconds / wrk.sliceSeconds, durationSeconds / sliceSeconds)
  assert.equal(wrk.warmupSeconds / wrk.sliceSeconds, warmupSeconds / sliceSeconds)
  assert.equal(protocolOf({ generator: 'wrk', quick: true }, 2).sliceSeconds, wrkTool.shortestSeconds)
  assert.throws(
    () => protocolOf({ generator: 'wrk', seconds: 4, slice: 0.5 }, 2),
    new UsageError("wrk can't load for less than 1 s: use longer --seconds and --slice"),
  )
})
