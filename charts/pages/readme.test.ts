import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Result } from '../../shared/result/format.ts'
import { calibration, copyOf, elevenServers, inventedResult, refused, threeServers } from '../fixture.ts'
import { behavioursTable } from './behaviours.ts'
import { disclosureTable } from './disclosure.ts'
import { measuredText } from './measured.ts'
import { noiseFloorText } from './noise-floor.ts'
import { scenarioPage } from './pages.ts'
import { pageTable } from './table.ts'

const PATH = 'results/update-user/2026-01-31.json'
const result = inventedResult(threeServers)

/** Cells of a Markdown table, without its header. */
function cells(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const row = (of: Result, name: string) => cells(pageTable(of)).find(([, server]) => server === name)

test('the invented results are such as the suite writes', () => {
  for (const servers of [threeServers, elevenServers]) Result.parse(inventedResult(servers, { calibration }))
})

test('the table is sorted, with ranks, figures and intervals', () => {
  const table = cells(pageTable(result))
  assert.deepEqual(
    table.map(([, server]) => server),
    ['http-bun', 'http-node', 'express'],
  )
  assert.deepEqual(table[2], [
    '3',
    'express',
    '1.2.3',
    'Node.js 24.21.0',
    'yes',
    'hand-written',
    '21,350 (21,030–21,670)',
    '0.349 ± 1.2%',
    '46.8',
    '117',
    '5.98',
    '120',
    '104',
    '46.1',
    'The invented express',
  ])
})

test('a refused server comes last, blank, with the reason; one that is not installed is named', () => {
  const liar = { name: 'a-liar', requestsPerSecond: 1e6, change: refused }
  const odd = inventedResult([liar, ...threeServers], { notInstalled: [{ name: 'mion', install: 'npm i mion' }] })
  const last = cells(pageTable(odd)).at(-1) ?? []
  assert.deepEqual(last.slice(0, 2), ['', 'a-liar'])
  assert.deepEqual(last.slice(6, 14), Array(8).fill(''))
  assert.match(last[14] ?? '', /^\*\*Refused\*\* in round 2, measurement: 12 of 4,000 responses had a wrong body\. The/)
  assert.match(pageTable(odd), /^- mion: not installed, so not measured; `npm i mion` installs it$/m)
})

test('where a server has no interval, the table shows the rounds’ extremes and says so', () => {
  const few = structuredClone(result)
  const summary = few.servers[0]?.summary
  assert.ok(summary)
  summary.requestsPerSecond = { ...summary.requestsPerSecond, low: null, high: null }
  summary.ratioToBaseline = { ratio: 0.349, low: null, high: null }
  assert.match(pageTable(few), /requests\/s \(min–max\)/)
  assert.deepEqual(row(few, 'express')?.slice(6, 8), ['21,350 (20,920–21,770)', '0.349'])
})

test('each kind of verdict is marked at the name and explained once, with the servers and rounds', () => {
  const text = pageTable(inventedResult(elevenServers))
  assert.match(text, /^\| 1 \| hono\.bun †§ \|/m)
  assert.match(
    text,
    /^- † \*\*generator-limited\*\*: the load generator was the limit; [^.]+\. http-bun in 5 of 5 trials \([^)]+\); hono\.bun in 3 of 5 trials/m,
  )
  for (const mark of '†‡§¶◊¤') assert.equal(text.split(`\n- ${mark} **`).length, 2, mark)
  assert.doesNotMatch(pageTable(result), /†/)
})

test('the noise floor is told in words, and the copy has no row', () => {
  const told = (ratio: Parameters<typeof copyOf>[1]) => noiseFloorText({ ...result, copy: copyOf(result, ratio) })
  assert.equal(noiseFloorText(result), '')
  assert.equal(
    told({ ratio: 1.002, low: 0.99, high: 1.014 }),
    'Noise floor: the baseline, http-node, was measured twice under two names: ratio 1.002, 95% interval 0.990–1.014 (±1.2%): a tie, as it must be.',
  )
  assert.match(told({ ratio: 1.02, low: 1.01, high: 1.03 }), /1\.010–1\.030 \(±1\.0%\): \*\*not\*\* a tie/)
  assert.match(told({ ratio: 1.02, low: null, high: null }), /ratio 1\.020, from too few rounds/)
  const lost = { ...result, copy: { ...copyOf(result, null), ...refused } }
  assert.match(noiseFloorText(lost), /and the second was refused: 12 of 4,000/)
  const text = pageTable({ ...result, copy: copyOf(result, { ratio: 1.002, low: 0.99, high: 1.014 }) })
  assert.equal(cells(text).length, 3)
  assert.match(text, /\n\nNoise floor: /)
})

test('how it was measured: machine, load, checks, the generator’s limit and the sources', () => {
  const environment = { ...result.environment, cpuQuota: '150000 100000' }
  const text = measuredText({ ...result, environment, calibration }, PATH)
  for (const line of [
    '- Date: 2026-01-31; the run took 12 min',
    '- Machine: Invented CPU @ 2.00GHz, 8 CPUs, 32 GiB of memory, Invented OS 12, kernel Linux 6.1.0, x64, governor performance, container limited to 1.5 CPUs',
    '- Load: `autocannon -c 100 -p 10`, autocannon 9.0.0: 100 connections, 10 requests in flight on each',
    '- Method: 5 rounds × 8 s a server, in slices of 1 s; in random turns within groups of 4, the baseline in each; warm-up until the rate settles, 6 s at most; fresh processes in every round',
    '- Load generator’s limit: autocannon reaches 150,000 requests/s and stops keeping up at 97% of a CPU (calibrated on 2026-01-30)',
    '- Checked: the bodies of 7,255,020 responses, 1,200 of them by the checker on a connection of its own',
    '- Sources: commit `0123456789ab`, `package-lock.json` with SHA-256 `fedcba987654…`, seed 42',
  ]) {
    assert.ok(text.split('\n').includes(line), `"${line}" missing in\n${text}`)
  }
  assert.match(measuredText(result, PATH), /limit: not known: it was not calibrated/)
  assert.doesNotMatch(measuredText(result, PATH), /container|Noise|sent before/)
  const unchecked = structuredClone(result)
  for (const trial of unchecked.servers.flatMap(({ trials }) => trials)) trial.checked = 0
  assert.match(
    measuredText(unchecked, PATH),
    /^- Checked: the bodies of 1,200 responses, 1,200 of them by the checker .*; of the load’s 7,253,820, status and size$/m,
  )
})

test('slices loaded again and rounds beyond those asked for are told', () => {
  const more = structuredClone(result)
  const [trial] = more.servers[0]?.trials ?? []
  const [slice] = trial?.slices ?? []
  assert.ok(trial && slice)
  trial.slices.push({ ...slice, noise: 'other processes used 20% of a pinned CPU' })
  trial.repeated = 1234
  more.rounds.push(more.rounds[0] ?? [])
  const text = measuredText(more, PATH)
  assert.match(text, /^- Noise: 1 of 121 slices were disturbed; such a slice counts only where a trial has no other$/m)
  assert.match(text, /^- Requests that had been sent before in the same slice: 1,234$/m)
  assert.match(text, /^- Method: 6 rounds × 8 s/m)
})

test('text cannot break out of its cell, its line or its attribute', () => {
  const change = { description: 'a | b <b>\n& `Map<a|b>`', displayName: '"x"<i>' }
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 1000, change }])
  assert.equal(row(odd, '"x"&lt;i>')?.at(-1), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
  assert.match(
    scenarioPage({ result: odd, path: PATH }),
    /<img alt="Requests per second, 1 server: &quot;x&quot;&lt;i> with [^"]+" src/,
  )
})

test('servers that answer alike share a line; deviations and notes stand beneath', () => {
  const [express, ...others] = structuredClone(result).servers
  assert.ok(express)
  const title = '`name`: `5`'
  express.behaviours = [{ id: 'name: 5', title, status: 200, outcome: 'accepted as "5" | <b>' }]
  express.notes = ['uses `a|b`']
  express.knownDeviations = [{ case: 'malformed JSON', status: 500, reason: 'its parser throws' }]
  for (const other of others) other.behaviours = [{ id: 'name: 5', title, status: 400, outcome: '400' }]
  const text = behavioursTable({ ...result, servers: [express, ...others] })
  assert.deepEqual(cells(text), [
    ['`name`: `5`', '400', 'http-bun, http-node'],
    ['', 'accepted as "5" \\| &lt;b>', 'express'],
  ])
  assert.ok(
    text.endsWith(
      '- **express**: known deviation, malformed JSON: 500. its parser throws\n- **express**: uses `a\\|b`',
    ),
  )
  express.behaviours = others[0]?.behaviours ?? []
  assert.deepEqual(cells(behavioursTable({ ...result, servers: [express, ...others] })), [
    ['`name`: `5`', '400', 'all'],
  ])
})

test('each server discloses how it works', () => {
  const [first] = structuredClone(result).servers
  assert.ok(first)
  first.validation = { ...first.validation, by: 'library', library: 'ajv', how: 'jit', coerces: true }
  first.tuned = 'its docs | say so'
  assert.deepEqual(cells(disclosureTable({ ...result, servers: [first] })), [
    [first.displayName, 'ajv', 'jit', 'stripped', 'coerced', 'first', 'JSON.stringify', 'tuned: its docs \\| say so'],
  ])
})
