import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeapFile, HeapProcess } from './format.ts'
import heap from './instrument.ts'

const identity = {
  version: '1.0.0',
  runtime: 'node',
  runtimeVersion: '26.0.0',
  refusal: null,
} as const
const subject = (name: string, ...processes: HeapProcess[]) => ({
  ...identity,
  name,
  displayName: name,
  processes,
})
const library = (name: string, perUser: number, more: HeapProcess = {}) => {
  const [least, most] = [1_020_000 + 100 * perUser, 1_020_000 + 1_000 * perUser]
  return subject(name, {
    user: { built: [least, most], used: [2_000_000 + least, 2_090_000 + most] },
    ...more,
  })
}
const fileOf = (servers: HeapFile['servers']) =>
  ({ servers, notInstalled: [] }) as unknown as HeapFile

test('bytes are slopes, which what is set up once does not change', () => {
  const string = { built: [0, 45_000], used: [0, 90_000] }
  const rows = heap.rows(
    fileOf([library('a', 2_000, { string, instructions: [30_000_000, 120_000_000] })]),
  )
  assert.deepEqual(
    rows.map(({ part, built, used, instructions }) => [
      part,
      built.median,
      used.median,
      instructions?.median,
    ]),
    [
      ['user', 2_000, 2_100, 100_000],
      ['string', 50, 100, undefined],
    ],
  )
})

test('the page begins with the least and the greatest, and leaves out what is disqualified', () => {
  const broken = { ...library('broken', 1), refusal: 'schema 0 accepts null' }
  const server = subject('c', { route: { built: [0, 900_000], used: [0, 1_800_000] } })
  const file = fileOf([library('b', 40_000), broken, server, library('a', 2_000)])
  assert.deepEqual(
    heap.rows(file).map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  assert.equal(
    heap.lead?.([{ path: '', file }]),
    'On Node.js a schema of an object with four fields retains from 2.10 KB (a) to 40.1 KB (b), and a route from 2.00 KB (c) to 2.00 KB (c).',
  )
})
