import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../table/data.ts'
import { sampleMemories, sampleMemory } from '../../test/memory.ts'
import { inventedResult, publishedAs, threeServers } from '../../test/run-fixture.ts'
import { dataOf, instrumentFiles, terminalText } from '../instrument.ts'
import memory from './instrument.ts'

const path = 'results/memory/update-user/2026-11-21T10-00-00Z.json'
const light = [
  sampleMemory(40, 60, 55, 5),
  sampleMemory(41, 62, 56, 5.1),
  sampleMemory(42, 64, 57, 5.2),
]
const file = {
  ...sampleMemories({ heavy: [sampleMemory(80, 150, 140, null, 45)], light, broken: [] }),
  checksum: '',
}

async function pageOf(contents: typeof file): Promise<string> {
  const files = instrumentFiles(memory, [{ file: contents, path }])
  return files.get('charts/published/memory/README.md') ?? assert.fail()
}

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (light|heavy)/.test(line))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('the lowest peak is first; a server that did not hold the rate is marked, and a disqualified one is named', async () => {
  const text = await pageOf(file)
  assert.deepEqual(rowsOf(text), [
    ['light', '41.0', '62.0', '56.0', '5.10'],
    ['heavy (slower)', '80.0', '150', '140', ''],
  ])
  assert.match(text, /\n- slower: .*: heavy\n/)
  assert.match(text, /\n- broken: disqualified: a wrong response\n/)
  assert.match(
    text,
    /2,500 requests\/s, evenly spaced, on 16 connections for 40 s: 100,000 requests/,
  )
  assert.ok(text.includes(`[\`${path}\`](../../../${path})`))
  assert.match(
    terminalText(memory, file),
    /light .* 41\.0 .*\n.*heavy \(slower\) .*\n[\s\S]*slower.*heavy\nbroken: disqualified: a wrong response$/,
  )
})

test('a server that accepts invalid data under load is marked in table and chart, and the data is named', () => {
  const accepts = (message: string) => [{ kind: 'accepts-invalid' as const, trials: 5, message }]
  const published = publishedAs(
    inventedResult([
      ...threeServers,
      { name: 'light', requestsPerSecond: 1e5, caveats: accepts('accepts null as a date') },
      { name: 'heavy', requestsPerSecond: 1e4, caveats: accepts('accepts lists') },
    ]),
  )
  const files = instrumentFiles(memory, [{ file, path }], [published])
  const page = files.get('charts/published/memory/README.md') ?? ''
  assert.equal(rowsOf(page)[0]?.[0], 'light ¬')
  assert.match(page, /\n- ¬ accepts-invalid: light: accepts null as a date\n/)
  const chart = files.get('charts/published/memory/memory-update-user.dark.svg') ?? ''
  assert.match(chart, />light ¬</)
  assert.match(chart, /Marks: ¬ accepts-invalid(?! ·)/)
})

test('CSV has the same figures, with the range of the processes', () => {
  assert.match(
    csvOf(dataOf(memory, file)),
    /start_mb,start_mb_low,start_mb_high,.*heap_after_gc_mb\r\n|light,1\.0\.0,node 24\.0\.0,41,40,42/,
  )
})

test('the chart has every server that has a figure', async () => {
  const [chart] = memory.charts?.(file) ?? []
  assert.match(chart?.draw('dark', []) ?? '', />light</)
  // Too few processes for a claim.
  assert.equal(chart?.title, 'Peak memory of each server')
})

test('a soak names leaks, by bytes per request, and draws memory over time', async () => {
  const soak = {
    ...sampleMemories({ light: light.slice(0, 1), heavy: light.slice(0, 1) }, { heavy: 10 }),
    checksum: '',
  }
  const text = await pageOf(soak)
  assert.deepEqual(
    rowsOf(text).map(([name, , , , , slope, leak]) => [name, slope, leak]),
    [
      ['heavy', '10.00', 'leaks'],
      ['light', '0.00', 'none'],
    ],
  )
  assert.match(text, /in the last 360 of 600 s/)
  assert.match(
    text,
    /alt="2 servers, one process each: heavy leaked over 10 minutes at 2,500 requests\/s"/,
  )
})
