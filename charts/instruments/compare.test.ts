import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentFile } from '../../shared/format/instrument-files.ts'
import type { Column, Row } from '../../shared/probes/column.ts'
import { storedInstruments } from '../pages/instruments.ts'
import { formats } from '../text/comparison.ts'
import { compareFiles } from './compare.ts'

type Measured = Row & { ms: number; half: number; bytes: number; rate: number }
type File = InstrumentFile & {
  scenario: string
  protocol: object
  environment: { cpuModel: string }
  rows: Measured[]
}

const bytes: Column<Measured, File> = {
  title: 'bytes',
  better: 'lower',
  value: ({ bytes }) => bytes,
}
const columns: Column<Measured, File>[] = [
  {
    title: 'ms',
    better: 'lower',
    value: ({ ms, half }) => ({ value: ms, low: ms - half, high: ms + half }),
  },
  bytes,
  { title: 'per second', better: 'higher', value: ({ rate }) => rate },
  { title: 'library', value: () => 'x' },
]
const sample = { name: 'sample', rows: ({ rows }: File) => rows, columns } as never

const row = (name: string, more: Partial<Measured> = {}): Measured => ({
  ...{ name, displayName: name, version: null, runtime: 'node', runtimeVersion: '26' },
  ...{ ms: 100, half: 1, bytes: 50, rate: 9, ...more },
})
const file = (rows: Measured[], more: Partial<File> = {}): File => ({
  ...{ schemaVersion: 1, metric: 'sample', startedAt: '', source: { clean: true }, checksum: '' },
  ...{ scenario: 'hello', protocol: { processes: 5, seed: 1 }, environment: { cpuModel: 'A' } },
  ...{ rows, ...more },
})
const verdicts = (old: Measured, recent: Measured, own = columns) => {
  const { figures } = compareFiles(
    Object.assign({}, sample, { columns: own }),
    file([old]),
    file([recent]),
  )
  return figures.map(({ verdict }) => verdict)
}

test('a figure is worse or better where its interval excludes 1; without one it is undecided, unless it is exact', () => {
  const old = row('a')
  assert.deepEqual(verdicts(old, row('a')), ['equal', 'equal', 'equal'])
  assert.equal(verdicts(old, row('a', { ms: 101 }))[0], 'undecided')
  assert.equal(verdicts(old, row('a', { ms: 103 }))[0], 'worse')
  assert.equal(verdicts(old, row('a', { ms: 97 }))[0], 'better')
  const changed = row('a', { bytes: 51, rate: 10 })
  assert.deepEqual(verdicts(old, changed).slice(1), ['undecided', 'undecided'])
  assert.deepEqual(verdicts(old, changed, [{ ...bytes, exact: true }]), ['worse'])
})

test('the gate fails what is worse by more than it allows with the whole interval', () => {
  const gateOf = (ms: number) =>
    compareFiles(sample, file([row('a')]), file([row('a', { ms })]), 0.05).gate?.failed
  assert.deepEqual(gateOf(105.5), [], 'its interval begins below 1.05')
  assert.deepEqual(gateOf(108), ['a: ms'])
  assert.deepEqual(gateOf(80), [])
})

test('rows of one name are compared part by part', () => {
  const partOf = ({ displayName }: Measured) => displayName
  const at = (rate: string, ms: number) => row('a', { displayName: rate, ms })
  const rates = Object.assign({}, sample, { partOf, columns: columns.slice(0, 1) })
  const { figures } = compareFiles(
    rates,
    file([at('1/s', 1), at('9/s', 50)]),
    file([at('9/s', 50), at('1/s', 1)]),
  )
  assert.deepEqual(
    figures.map(({ name, verdict }) => [name, verdict]),
    [
      ['a, 9/s', 'equal'],
      ['a, 1/s', 'equal'],
    ],
  )
})

test('other scenarios and protocols do not compare; rows of one file and other machines are named', () => {
  const of = (more: Partial<File>) =>
    compareFiles(sample, file([row('a'), row('b')]), file([row('a')], more))
  assert.throws(() => of({ scenario: 'json' }), /the files are of hello and json/)
  assert.throws(
    () => of({ protocol: { processes: 3, seed: 2 } }),
    /differ in processes 5 and 3: measure both/,
  )
  const text = formats.text(of({ environment: { cpuModel: 'B' } }))
  assert.match(
    text,
    /not compared: b: in one file only\nold and new are of different machines, A and B/,
  )
  assert.match(text, /0 better, 0 worse, 3 equal/)
})

test('rows of each stored file differ in name, runtime or part', async () => {
  for (const { instrument, stored } of await storedInstruments()) {
    const { partOf = () => '' } = instrument
    for (const { file, path } of stored) {
      const keys = instrument.rows(file).map((row) => `${row.name}, ${row.runtime}, ${partOf(row)}`)
      assert.equal(new Set(keys).size, keys.length, path)
    }
  }
})
