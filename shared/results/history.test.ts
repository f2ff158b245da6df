import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from '../basics/root.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { refusal, resultOf, steady, withRefusal, withVerdict } from './compare-fixtures.ts'
import { sampleCounts } from './counts-fixtures.ts'
import type { Result, UnsealedResult } from './format.ts'
import {
  addToHistory,
  HISTORY_FOLDER,
  type HistoryLine,
  historyFile,
  lineOfCounts,
  lineOfResult,
  readHistory,
} from './history.ts'
import { type Counts, countsStore, type UnsealedCounts } from './instructions.ts'
import { dateInName } from './sealed-file.ts'

let seals = 0
const sealed = <T extends object>(file: T) => ({ ...file, checksum: `seal ${seals++}` })
const counted = (counts: UnsealedCounts): Counts => sealed(counts)
const ran = (result: UnsealedResult): Result => sealed(result)
const rates = { 'http-node': steady(40_000), express: steady(20_000, 5, 1), koa: steady(30_000) }
const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`

describe('the history that the repository holds', () => {
  const folder = join(ROOT, HISTORY_FOLDER)
  test('has sorted lines without duplicates', () => {
    const names = readdirSync(folder)
    assert.ok(names.length > 0)
    // Reading rejects any other order, and lines in the wrong file.
    const lines = readHistory(folder)
    assert.deepEqual([...new Set(lines.map(historyFile))].sort(), names.sort())
    assert.equal(new Set(lines.map(({ file }) => file)).size, lines.length)
  })

  for (const line of readHistory(folder)) {
    const { scenario, date } = line
    const path = join(ROOT, countsStore.folder, scenario, `${dateInName(date)}.json`)
    test(`${scenario}, ${date}: equals the stored file`, { skip: !existsSync(path) }, () => {
      // Conditions of older lines name what another counter depended on.
      const { conditions } = line
      assert.deepEqual(line, { ...lineOfCounts(countsStore.read(path)), conditions })
    })
  }
})

test('a line of counts has mean, interval, processes, versions and conditions', () => {
  const counts = sampleCounts({ express: [200_000, 200_100, 200_050], once: [5_000] })
  const line = lineOfCounts(counted(counts))
  assert.deepEqual([line.metric, line.scenario, line.date], ['instructions', 'update-user', counts.startedAt])
  const { low, high, ...express } = line.servers.express ?? assert.fail()
  assert.ok(low !== null && high !== null && low < 200_050 && 200_050 < high)
  assert.deepEqual(express, {
    mean: 200_050,
    n: 3,
    displayName: 'express',
    version: '1.0.0',
    runtime: 'node 24.0.0',
    packages: { express: '1.0.0' },
    code: 'a',
    tiersOff: '',
  })
  assert.deepEqual([line.servers.once?.low, line.servers.once?.n], [null, 1])
})

test('conditions are exactly what makes counts incomparable', () => {
  const conditions = (change: Parameters<typeof sampleCounts>[1], more: Partial<UnsealedCounts> = {}) =>
    lineOfCounts(counted({ ...sampleCounts({ express: [1, 2, 3] }, change), ...more })).conditions
  const usual = conditions({})
  for (const change of [
    { os: 'another' },
    { protocol: { requests: 8_000 } },
    { protocol: { seed: 2 } },
    { protocol: { shortestWarmUp: 12_000 } },
  ]) {
    assert.notDeepEqual(conditions(change), usual, JSON.stringify(change))
  }
  assert.deepEqual(conditions({ version: '2.0.0', protocol: { processes: 5 } }), usual)
  const { environment } = sampleCounts({})
  const other = { environment: { ...environment, os: 'Sample Linux', cpuModel: 'another' } }
  assert.deepEqual(conditions({}, other), usual, 'QEMU emulates its own CPU')
  assert.notDeepEqual(conditions({}, { counterVersion: 'qemu 11' }), usual)
})

test('a line of a run has the ratios to the baseline that are not generator-limited', () => {
  const limited = { kind: 'generator-limited', message: 'it was the limit' } as const
  const result = withRefusal(resultOf({ ...rates, polka: steady(25_000) }), 'koa')
  const line = lineOfResult(ran(withVerdict(result, 'polka', limited)))
  assert.deepEqual(Object.keys(line.servers), ['express'])
  assert.ok(Math.abs((line.servers.express?.mean ?? 0) - 0.5) < 0.005)
  assert.equal(line.servers.express?.n, 5)
  assert.deepEqual(Object.keys(lineOfResult(ran(withVerdict(result, 'polka', limited, 2))).servers), [
    'express',
    'polka',
  ])
  const otherwise = { ...result, protocol: { ...result.protocol, connections: 50 } }
  assert.notDeepEqual(lineOfResult(ran(otherwise)).conditions, line.conditions)
  const longer = { ...result, protocol: { ...result.protocol, rounds: 9, seed: 1 } }
  assert.deepEqual(lineOfResult(ran(longer)).conditions, line.conditions)
})

describe('adding to the history', () => {
  const first = counted(sampleCounts({ express: [1, 2, 3] }, { startedAt: at(10) }))
  const second = counted(sampleCounts({ express: [1, 2, 4] }, { startedAt: at(12) }))

  test('appends a line and keeps the others byte for byte', (t) => {
    const folder = temporaryDirectory(t)
    const path = addToHistory('first.json', first, folder)
    const before = readFileSync(path, 'utf8')
    assert.equal(addToHistory('second.json', second, folder), path)
    const after = readFileSync(path, 'utf8')
    assert.ok(after.startsWith(before) && after.split('\n').length === 3)
    assert.deepEqual(readdirSync(folder), ['update-user.instructions.jsonl'])
    assert.equal(readHistory(folder).length, 2)
  })

  test('rejects duplicate, older and unsuitable counts, with the reason in one line', (t) => {
    const folder = temporaryDirectory(t)
    addToHistory('second.json', second, folder)
    const file = join(folder, 'update-user.instructions.jsonl')
    const whole = readFileSync(file, 'utf8')
    const add = (stored: Counts) => () => addToHistory('a.json', stored, folder)
    refusal(add(second), 'a.json', 'there already')
    refusal(add(first), 'older than the last line', at(12))
    refusal(add(counted(sampleCounts({ express: [1] }, { startedAt: at(12) }))), 'older than the last line')
    const dirty = { source: { commit: 'a', clean: false } }
    refusal(add(counted({ ...sampleCounts({ express: [1] }, { startedAt: at(14) }), ...dirty })), 'uncommitted')
    refusal(add(counted(sampleCounts({}, { startedAt: at(14) }))), 'no server with a number')
    assert.equal(readFileSync(file, 'utf8'), whole)
  })

  test('a broken file is named with its line, and nothing is added to it', (t) => {
    const lines = [first, second].map(lineOfCounts) as [HistoryLine, HistoryLine]
    const text = (list: readonly object[]) => list.map((line) => `${JSON.stringify(line)}\n`).join('')
    const cases: [contents: string, words: string[]][] = [
      [text(lines.toReversed()), ['jsonl:2', 'older']],
      [text([lines[0], lines[0]]), ['jsonl:2', 'there already']],
      [text([{ ...lines[0], scenario: 'hello' }]), ['jsonl:1', 'hello.instructions.jsonl']],
      [text([{ ...lines[0], date: 'today' }]), ['jsonl:1', 'date']],
      [`${text([lines[0]])}{`, ['truncated']],
      ['{\n', ['jsonl:1', 'not a valid line']],
    ]
    for (const [contents, words] of cases) {
      const folder = temporaryDirectory(t)
      const path = addToHistory('first.json', first, folder)
      writeFileSync(path, contents)
      refusal(() => readHistory(folder), ...words)
      refusal(
        () => addToHistory('third.json', counted(sampleCounts({ express: [1] }, { startedAt: at(20) })), folder),
        ...words,
      )
      assert.equal(readFileSync(path, 'utf8'), contents)
    }
  })
})
