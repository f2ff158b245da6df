import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../table/data.ts'
import { sampleStarts, sampleStartup } from '../../test/startup.ts'
import { compareFiles } from '../compare.ts'
import { dataOf, instrumentFiles, terminalText } from '../instrument.ts'
import startup from './instrument.ts'

const around = (seconds: number) =>
  Array.from({ length: 20 }, (_, i) => seconds * (1 + (i - 9.5) / 1000))
const file = {
  ...sampleStartup({
    express: { starts: sampleStarts(around(0.1)), routes: { 1: [0.1], 1000: [0.15] } },
    'http-node': { starts: sampleStarts(around(0.05)), routes: { 1: [0.05], 1000: [0.052] } },
    broken: { starts: sampleStarts([], 'gave no right response in 30 s') },
  }),
  checksum: '',
}
const path = 'results/startup/update-user/2026-11-21T10-00-00Z.json'

test('the fastest is first, with its time per route, and disqualified servers are named', async () => {
  const files = instrumentFiles(startup, [{ file, path }])
  const page = files.get('charts/published/startup/README.md') ?? assert.fail()
  const rows = page
    .split('\n')
    .filter((line) => /^\| (http-node|express)/.test(line))
    .map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(
    rows.map(([, ...cells]) => cells.slice(0, -1)),
    // 50 ms for 999 routes.
    [
      ['http-node', '400', '60.0', '50.0 (49.8–50.2)', '2.00'],
      ['express', '400', '60.0', '100 (99.6–100)', '50.1'],
    ],
  )
  assert.match(page, /\n- broken: disqualified: gave no right response in 30 s\n/)
  assert.match(terminalText(startup, file), /µs per route, from 1 to 1,000/)
  assert.match(
    csvOf(dataOf(startup, file)),
    /,start,million_instructions,.*,peak_mb,.*,ms,ms_low,ms_high,/,
  )
})

test('without times, ways are compared by instructions, relative to the source of the same server', async () => {
  const untimed = (millions: number, refusal: string | null = null) =>
    sampleStarts(Array<null>(5).fill(null), refusal, millions * 1e6)
  const bundled = (millions: number) => ({
    bundled: untimed(millions),
    'compile-cache': untimed(200),
    'bundled+compile-cache': untimed(100),
  })
  const file = {
    ...sampleStartup({
      fastify: { starts: untimed(1000), ways: bundled(500) },
      'http-node': { starts: untimed(400), ways: bundled(300) },
      native: { starts: untimed(200), ways: { bundled: untimed(0, 'bundled: cannot be bundled') } },
    }),
    checksum: '',
  }
  const files = instrumentFiles(startup, [{ file, path }])
  const page = files.get('charts/published/startup/README.md') ?? assert.fail()
  const [, , first] = page.split('\n')
  assert.match(
    first ?? '',
    /^\*\*Deployed, .*\*\*: bundled 63% \(50% to 75%, 2 servers\), compile-cache 35% /,
  )
  assert.match(
    first ?? '',
    / and bundled\+compile-cache 18% \(10% to 25%, .*\. From source, 3 of 3 servers start within 128 MB\.$/,
  )
  assert.match(page, /\| http-node \| 400 \| 60\.0 \| 0\.75 \| 0\.50 \| 0\.25 \|/)
  assert.match(page, /\n- native: disqualified: bundled: cannot be bundled\n/)
  assert.match(page, /alt="A bundle with a compile cache starts with /)
  assert.doesNotMatch(page, /\bms\b/)
  const { figures } = compareFiles(startup, file, file)
  assert.ok(
    figures.some(
      ({ name, figure }) => name === 'fastify, bundled' && figure === 'million instructions',
    ),
  )
})
