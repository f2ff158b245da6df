import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCounts } from '../../../shared/test/counts-fixtures.ts'
import { csvOf } from '../../table/data.ts'
import { compareFiles } from '../compare.ts'
import { dataOf, instrumentFiles } from '../instrument.ts'
import instructions from './instrument.ts'

const servers = {
  'http-node': [99_000, 99_100, 99_050],
  fastify: [96_000, 96_100, 96_050],
  koa: [150_000, 170_000, 160_000],
}
const counts = { ...sampleCounts(servers), checksum: '' }
const stored = { file: counts, path: 'results/instructions/update-user/2026-11-21T10-00-00Z.json' }

async function pageOf(file: typeof counts): Promise<string> {
  const files = instrumentFiles(instructions, [{ ...stored, file }])
  return files.get('charts/published/instructions/README.md') ?? assert.fail()
}

test('the fewest instructions are first, with the ratio to http-node; scattered processes are marked', async () => {
  const page = await pageOf(counts)
  const rows = page.split('\n').filter((line) => /^\| (http-node|fastify|koa)/.test(line))
  assert.deepEqual(
    rows.map((row) => row.split('|').map((cell) => cell.trim())),
    [
      ['', 'fastify', '96,000 · 96,050 · 96,100', '0.970', '1,000', ''],
      ['', 'http-node', '99,000 · 99,050 · 99,100', '1.000', '1,000', ''],
      ['', 'koa (scattered)', '150,000 · 160,000 · 170,000', '1.615', '1,000', ''],
    ],
  )
  assert.match(
    page,
    /\n- update-user · 2026-11-21 · Sample CPU \(2 CPUs\) · Sample Linux · Node\.js 24\.0\.0\n/,
  )
  assert.match(page, /\n- scattered: .*: koa\n/)
})

test('CSV has the interval’s ends, and no half width', () => {
  assert.match(
    csvOf(dataOf(instructions, counts)),
    /,runtime,instructions_per_request,instructions_per_request_low,instructions_per_request_high,http_node,other_threads/,
  )
})

test('merged counts state the number of shards, and the processors', async () => {
  const { environment } = counts
  const shardOn = (number: number, cpuModel: string) => ({
    number,
    environment: { ...environment, cpuModel },
    servers: [],
    checksum: '',
  })
  const shards = ['Sample CPU', 'Other CPU', 'Sample CPU'].map((model, i) => shardOn(i + 1, model))
  const page = await pageOf({ ...counts, merged: { shards } })
  assert.match(
    page,
    /2026-11-21 · in 3 shards · Sample CPU \(2 CPUs\), Other CPU \(2 CPUs\) · Sample Linux/,
  )
})

type Change = Parameters<typeof sampleCounts>[1]

/** Compares two files of counts of one server. */
function compared(old: number[], recent: number[], change: Change = {}) {
  const [before, after] = [sampleCounts({ a: old }), sampleCounts({ a: recent }, change)]
  return compareFiles(instructions, { ...before, checksum: '' }, { ...after, checksum: '' })
}

test('a difference of instructions exceeds the intervals of both files', () => {
  const verdict = (old: number[], recent: number[]) =>
    compared(old, recent).figures.map(({ verdict }) => verdict)
  const same = [100_000, 100_000, 100_000]
  assert.deepEqual(verdict(same, same), ['equal'])
  assert.deepEqual(verdict(same, [100_110, 100_110, 100_110]), ['worse'])
  assert.deepEqual(verdict([100_000, 102_000, 104_000], [104_000, 106_000, 105_000]), ['undecided'])
})

test('what else changes counts is named: C library, unsettled and scattered processes', () => {
  const notes = (change: Change, recent = [100, 100, 100]) =>
    compared([100, 100, 100], recent, change).notes.join('\n')
  assert.equal(notes({}), '')
  assert.match(notes({ os: 'Debian 13' }), /^the C library .*: OS: Sample Linux, then Debian 13$/)
  assert.match(notes({ version: '1.1.0' }), /^versions differ: a 1\.0\.0 and 1\.1\.0$/)
  assert.match(notes({}, [100, 120, 140]), /^new: scattered: .*: a$/)
  assert.throws(() => notes({ protocol: { requests: 8_000 } }), /differ in requests/)
  assert.equal(notes({ protocol: { sideBySide: 8 } }), '')
})
