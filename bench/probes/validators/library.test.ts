import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { callsId, MARKS } from '../../../shared/probes/validators/construction.ts'
import type { Countable } from '../../counters/counter.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import {
  AMOUNTS,
  amountsFor,
  commandSender,
  countCase,
  countLife,
  countOperation,
  idOf,
  noFiguresWithoutCode,
  type SendCommand,
} from './library.ts'

const never = new Promise<never>(() => {})

/** Returns a process that replies so to each command. */
function processThat(reply: object | null, exited = never) {
  const child = new EventEmitter()
  const send = () => reply && setImmediate(() => child.emit('message', reply))
  return { child: Object.assign(child, { send }) as unknown as ChildProcess, exited }
}

test('a library that hangs is detected', async () => {
  await assert.rejects(
    commandSender(processThat(null), 10)('verify'),
    /^Error: verify: no response in 0.01 s: it hangs$/,
  )
  assert.equal(await commandSender(processThat({ result: null }), 60_000)('verify'), null)
})

test('a library’s error and its end are reported', async () => {
  await assert.rejects(commandSender(processThat({ error: 'no' }), 60_000)('call'), /^Error: no$/)
  const ended = Promise.reject(new Error('exited with status 1'))
  ended.catch(() => {})
  await assert.rejects(
    commandSender(processThat(null, ended), 60_000)('call'),
    /^Error: exited with status 1$/,
  )
})

/** Counts an operation with the given instructions per call in each half after the warm-up. */
async function counts(...perCall: number[]) {
  const commands: string[] = []
  const half = AMOUNTS.calls / 2
  const remaining = [...Array<number>(AMOUNTS.warmUp / half).fill(1_000), ...perCall]
  const send = async (name: string) => {
    commands.push(name)
    return null as never
  }
  const during = async (work: () => Promise<void>) => {
    await work()
    return { javascript: Number(remaining.shift()) * half, others: half }
  }
  return {
    counted: await countOperation(send as SendCommand, during, 'validate', AMOUNTS),
    commands,
  }
}

test('an operation is warmed up, then counted in two halves, and all results are verified', async () => {
  const { counted, commands } = await counts(100, 101)
  assert.deepEqual(counted, { instructions: 100.5, lesser: 100, settled: true })
  const batches = (AMOUNTS.warmUp + AMOUNTS.calls) / (AMOUNTS.calls / 2)
  assert.deepEqual(
    commands,
    Array.from({ length: batches + 1 }, () => ['prepare', 'call', 'verify']).flat(),
  )
})

test('an operation whose halves differ by more than 2% is unsettled', async () => {
  const { counted } = await counts(100, 103)
  assert.equal(counted.settled, false)
})

test('the first schema is counted from its construction on, without the cost of a command', async () => {
  let made = 0
  const send = async (name: string, args?: { calls?: number }) => {
    if (name === 'prepareUsers') made = args?.calls ?? 0
    return name as never
  }
  const [command, construction, perCall] = [500, 7_000, 20]
  const during = async (work: () => Promise<unknown>) => {
    const name = String(await work())
    const own = { build: construction, use: made * perCall, buildFurther: 300_000, useFurther: 400 }
    return { javascript: command + (own[name as keyof typeof own] ?? 0), others: 0 }
  }
  const figures = await countLife(send as SendCommand, during as Countable['during'])
  assert.deepEqual(figures, {
    construction,
    ...Object.fromEntries(MARKS.map((mark) => [callsId(mark), mark * perCall])),
    furtherConstruction: 3_000,
    furtherFirst: 4,
    steady: perCall,
  })
})

test('only a library that needs code generation has no figures where there is none', () => {
  const needs = new Error('Code generation from strings disallowed for this context')
  assert.deepEqual(noFiguresWithoutCode(needs), { steady: null })
  assert.throws(() => noFiguresWithoutCode(new Error('the schema accepts null')), /accepts null/)
})

test('what happens once while a function or the empty loop is counted is no part of its work', async () => {
  const { child, exited } = processThat({ result: null })
  const intervals = new Map<string, number>()
  const [trial, own, loop, once] = [3_300_000, 28_000, 1_800, 23_000]
  const during: Countable['during'] = async (work, counted) => {
    await work()
    const { id, calls } = counted ?? assert.fail()
    const interval = (intervals.get(id) ?? 0) + 1
    intervals.set(id, interval)
    const isLast = interval === (id === idOf('') ? 10 : 14)
    const perCall = id === idOf('') ? loop : calls === 10 ? trial : own
    return { javascript: (perCall + (isLast ? once : 0)) * calls, others: 0 }
  }
  const process = { child, exited } as Countable['process']
  const counter = { start: async () => ({ process, during, stop: async () => {} }) }
  const runtime = findRuntime('node') ?? assert.fail()
  const counting = { counter, cpus: null, seed: 1 }
  assert.equal(await countCase({ entry: '', runtime }, 'f', counting), own - loop)
  assert.deepEqual([...intervals.values()], [14, 10])
})

test('a function of much work warms up by as many instructions as others, and by no fewer calls', () => {
  assert.equal(amountsFor(10_000), AMOUNTS)
  for (const instructions of [250_000, 1e6])
    assert.ok(amountsFor(instructions).warmUp * instructions >= 1e9)
  assert.equal(amountsFor(1e9).warmUp, 240)
})
