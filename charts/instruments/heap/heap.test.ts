import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HeapFile, summarizeHeap, summarizeRoutes } from './format.ts'
import heap from './instrument.ts'

const process = (perUser: number, string: number | null) => ({
  empty: 1_000_000,
  user: { built: [1_020_000 + 100 * perUser, 1_020_000 + 1_000 * perUser], used: [2_000_000, 2_090_000] },
  string: string === null ? null : { built: [0, 900 * string], used: [0, 0] },
})
const identity = { version: '1.0.0', runtime: 'node', runtimeVersion: '26.0.0', refusal: null } as const
const library = (name: string, perUser: number, string: number | null) => {
  const processes = [process(perUser, string)]
  return { ...identity, name, displayName: name, processes, summary: summarizeHeap(processes) }
}

test('bytes per schema are slopes, which what is set up once does not change', () => {
  const { summary } = library('a', 2_000, 50)
  assert.deepEqual(
    [summary?.user.built, summary?.user.used, summary?.string?.used, summary?.constant].map((each) => each?.median),
    [2_000, 2_100, 50, 20_000],
  )
  assert.equal(summarizeHeap([process(2_000, null)])?.string, null)
  const counted = { ...process(2_000, null), instructions: [30_000_000, 120_000_000] }
  assert.equal(summarizeHeap([counted, process(2_000, null)])?.instructions?.median, 100_000)
  assert.equal(summarizeHeap([]), null)
})

test('the page begins with the least and the greatest, and leaves out what is disqualified', () => {
  const processes = [{ built: [0, 900_000], used: [0, 1_800_000] }]
  const routes = [{ ...identity, name: 'c', displayName: 'c', processes, summary: summarizeRoutes(processes) }]
  const broken = { ...library('broken', 1, 1), refusal: 'schema 0 accepts null', summary: null }
  const servers = [library('b', 40_000, null), broken, library('a', 2_000, 50)]
  const file = { servers, routes, notInstalled: [], counts: [100, 1_000] } as unknown as HeapFile
  assert.deepEqual(
    heap.rows(file).map(({ name }) => name),
    ['a', 'b'],
  )
  assert.equal(
    heap.lead?.([{ path: '', file }]),
    'On Node.js a schema of an object with four fields retains from 2.10 KB (a) to 40.1 KB (b), and a route retains from 2.00 KB (c) to 2.00 KB (c).',
  )
})

test('former releases of zod are compared with the published case', () => {
  const servers = [library('zod-4.4', 41_000, 7_510), library('zod-4.5', 8_500, 800)]
  const [note] = heap.notes?.({ servers, routes: [] } as unknown as HeapFile) ?? []
  assert.match(note ?? '', /falls from 7\.51 to 0\.800 KB \(9\.4×\), and a user from 41\.0 to 8\.50 KB \(4\.8×\)\./)
})
