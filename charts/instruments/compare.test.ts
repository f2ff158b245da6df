import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentFile } from '../../shared/results/instrument-files.ts'
import type { Column, Row } from './columns.ts'
import { compareFiles, fileFormats } from './compare.ts'

type Measured = Row & { ms: number; half: number; bytes: number; rate: number }
type File = InstrumentFile & { scenario: string; protocol: object; environment: { cpuModel: string }; rows: Measured[] }

const columns: Column<Measured, File>[] = [
  { title: 'ms', better: 'lower', value: ({ ms, half }) => ({ value: ms, low: ms - half, high: ms + half }) },
  { title: 'bytes', better: 'lower', value: ({ bytes }) => bytes },
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
const verdicts = (old: Measured, recent: Measured, isExact = false) =>
  compareFiles(Object.assign({}, sample, { isExact }), file([old]), file([recent])).figures.map(
    ({ verdict }) => verdict,
  )

test('a figure is worse or better where its interval excludes 1; without one it is undecided, unless figures are exact', () => {
  const old = row('a')
  assert.deepEqual(verdicts(old, row('a')), ['equal', 'equal', 'equal'])
  assert.equal(verdicts(old, row('a', { ms: 101 }))[0], 'no difference shown')
  assert.equal(verdicts(old, row('a', { ms: 103 }))[0], 'worse')
  assert.equal(verdicts(old, row('a', { ms: 97 }))[0], 'better')
  const changed = row('a', { bytes: 51, rate: 10 })
  assert.deepEqual(verdicts(old, changed).slice(1), ['undecided', 'undecided'])
  assert.deepEqual(verdicts(old, changed, true).slice(1), ['worse', 'better'])
})

test('the gate fails what is worse by more than it allows with the whole interval', () => {
  const gateOf = (ms: number) => compareFiles(sample, file([row('a')]), file([row('a', { ms })]), 0.05).gate?.failed
  assert.deepEqual(gateOf(105.5), [], 'its interval begins below 1.05')
  assert.deepEqual(gateOf(108), ['a: ms'])
  assert.deepEqual(gateOf(80), [])
})

test('other scenarios and protocols do not compare; rows of one file and other machines are named', () => {
  const of = (more: Partial<File>) => compareFiles(sample, file([row('a'), row('b')]), file([row('a')], more))
  assert.throws(() => of({ scenario: 'json' }), /the files are of hello and json/)
  assert.throws(() => of({ protocol: { processes: 3, seed: 2 } }), /differ in processes: measure both/)
  const text = fileFormats.text(of({ environment: { cpuModel: 'B' } }))
  assert.match(text, /in one file only: b\nold and new are of different machines, A and B/)
  assert.match(text, /0 better, 0 worse, 3 equal/)
})
