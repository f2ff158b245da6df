import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { REQUEST_TIMEOUT } from '../generator.ts'
import type { Connection, LoadState } from './connection.ts'
import { LONGEST_LEAD_IN, loadOver } from './load.ts'

test('pipelined requests may come later, as long as responses come', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let state: LoadState | undefined
  let [isOver, isWaiting] = [false, true]
  const connection = {
    isOpen: true,
    get isWaiting() {
      return isWaiting
    },
    join: (load: LoadState) => (state = load),
    fill() {
      if (state) state.tally.sent += 3
    },
    end() {
      isOver = true
    },
  } as unknown as Connection
  const ignored = { started: () => {}, ended: () => {} }
  const loading = loadOver([connection], { polling: false, pipelining: 3, seconds: 1, ...ignored })
  const pass = async (seconds: number) => {
    await nextTurn()
    t.mock.timers.tick(1000 * seconds)
    await nextTurn()
  }
  await pass(LONGEST_LEAD_IN)
  await pass(1)
  if (state) state.tally.responses += 1
  await pass(REQUEST_TIMEOUT)
  assert.equal(isOver, false)
  if (state) state.tally.responses += 2
  isWaiting = false
  state?.drained(connection)
  const { timeouts, checked } = await loading
  assert.deepEqual([timeouts, checked, isOver], [0, 3, true])
})

test('requests without a response time out after the window, and do not count', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const events: string[] = []
  let state: LoadState | undefined
  const connection = {
    isOpen: true,
    isWaiting: true,
    join: (load: LoadState) => (state = load),
    fill: () => state && state.tally.sent++,
    end: () => events.push('hung up'),
  } as unknown as Connection
  const loading = loadOver([connection], {
    polling: false,
    seconds: 2,
    started: () => events.push('started'),
    ended: () => events.push('ended'),
  })
  for (const [seconds, ...happened] of [
    [LONGEST_LEAD_IN, 'started'],
    [2, 'started', 'ended'],
    [REQUEST_TIMEOUT, 'started', 'ended', 'hung up'],
  ] as const) {
    await nextTurn()
    t.mock.timers.tick(1000 * seconds)
    await nextTurn()
    assert.deepEqual(events, happened)
  }
  const { timeouts, requests, sent } = await loading
  assert.deepEqual([timeouts, requests, sent], [1, 0, 1])
})
