import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleStarts, sampleStartup } from '../../shared/result/running-fixtures.ts'
import { routePoints, startupRows } from '../specs/startup.ts'
import { RUNNING_PATH } from '../text/paths.ts'
import { NO_RUNNING_COSTS, runningPages } from './running.ts'

const around = (seconds: number) => Array.from({ length: 20 }, (_, i) => seconds * (1 + (i - 9.5) / 1000))
const file = {
  ...sampleStartup({
    express: { starts: sampleStarts(around(0.1)), routes: { 1: [0.1], 1000: [0.15] } },
    'http-node': { starts: sampleStarts(around(0.05)), routes: { 1: [0.05], 1000: [0.052] } },
    broken: { starts: sampleStarts([], 'gave no right answer in 30 s') },
  }),
  checksum: '',
}
const path = 'results/startup/2026-11-21T10-00-00Z.json'

test('the page has a row a server, the quickest first, and names who was refused', async () => {
  const files = await runningPages({ ...NO_RUNNING_COSTS, startups: [{ file, path }] })
  const page = files.get(RUNNING_PATH) ?? assert.fail()
  const rows = page
    .split('\n')
    .filter((line) => /^\| (http-node|express)/.test(line))
    .map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(
    rows.map(([, name, ms]) => [name, ms]),
    [
      ['http-node', '50.0'],
      ['express', '100'],
      ['http-node', '50.0'],
      ['express', '100'],
    ],
  )
  assert.deepEqual(rows[1]?.slice(4, 10), ['2.00', '95.0', '90.0', '50.0', '400', '300'])
  // 50 ms for 999 routes.
  assert.equal(rows[3]?.[4], '50.1')
  assert.match(page, /An empty program takes Node\.js 30\.0 ms in JavaScript, 50\.0 ms in TypeScript: /)
  assert.match(page, /\n- broken: refused: gave no right answer in 30 s\n/)
  assert.ok(page.includes(`[\`${path}\`](../../../${path})`))
  assert.deepEqual(
    [...files.keys()].filter((name) => name.endsWith('.svg')).map((name) => name.split('/').at(-1)),
    ['startup', 'routes'].flatMap((name) => ['light', 'dark'].map((theme) => `${name}-update-user.${theme}.svg`)),
  )
  for (const [name, contents] of files) if (name.endsWith('.svg')) assert.match(contents, /^<svg [\s\S]+<\/svg>\n$/)
})

test('the charts show medians with their intervals in milliseconds, and who has none has no row', () => {
  const rows = startupRows(file)
  assert.deepEqual(
    rows.map(({ name, figure }) => [name, figure]),
    [
      ['http-node', '50.0 ms'],
      ['express', '100 ms'],
    ],
  )
  assert.ok(rows.every(({ value, low, high }) => low < value && value < high))
  assert.deepEqual(
    routePoints(file).map(({ name, count, value }) => [name, count, Math.round(value)]),
    [
      ['express', 1, 100],
      ['express', 1000, 150],
      ['http-node', 1, 50],
      ['http-node', 1000, 52],
    ],
  )
})

test('without a result there is no page', async () => {
  assert.equal((await runningPages(NO_RUNNING_COSTS)).size, 0)
})
