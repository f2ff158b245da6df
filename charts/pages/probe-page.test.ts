import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from '../../shared/format/measurement.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { latency } from '../../shared/probes/latency.ts'
import { memory } from '../../shared/probes/memory.ts'
import { startup } from '../../shared/probes/startup.ts'
import { validators } from '../../shared/probes/validators.ts'
import { sampleLoad, sampleRates } from '../../shared/test/latency.ts'
import { sampleCounts, sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { csvOf } from '../table/data.ts'
import { probeData, probeText } from '../table/probe-table.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { probeFiles, probeRegions } from './probe-page.ts'

const path = 'results/startup/update-user/2026-11-21T10-00-00Z.json'
const starts = (all: readonly (number | null)[], instructions = 400e6): Sample['values'][] =>
  all.map((seconds, i) => ({
    ...(seconds !== null && { seconds }),
    peak: 60e6,
    ...(i < 5 && { instructions }),
  }))
const around = (seconds: number) =>
  Array.from({ length: 20 }, (_, i) => seconds * (1 + (i - 9.5) / 1000))
const withRoutes = (name: string, one: number, thousand: number) => [
  sampleSubject(name, starts([one]), { part: '1 route' }),
  sampleSubject(name, starts([thousand]), { part: '1000 routes' }),
]

test('the fastest is first, with its time per route, and disqualified servers are named', () => {
  const file = sampleMeasurement(
    startup,
    [
      sampleSubject('express', starts(around(0.1))),
      ...withRoutes('express', 0.1, 0.15),
      sampleSubject('http-node', starts(around(0.05))),
      ...withRoutes('http-node', 0.05, 0.052),
      sampleSubject('broken', 'gave no correct response in 30 s'),
    ],
    { routes: [1, 1_000], counted: 5, counter: 'qemu', polling: true },
  )
  const files = probeFiles(startup, [{ file, path }])
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
  assert.match(page, /\n- broken: disqualified: gave no correct response in 30 s\n/)
  assert.match(probeText(startup, file), /µs per route, from 1 to 1,000/)
  assert.match(
    csvOf(probeData(startup, file)),
    /,server,part,version,runtime,start,million_instructions,.*,peak_mb,.*,ms,ms_low,ms_high,/,
  )
  assert.match(csvOf(probeData(startup, file)), /,express,1 route,1\.0\.0,/)
})

test('without times, ways are compared by instructions, relative to the source of the same server', () => {
  const untimed = (millions: number) => starts(Array<null>(5).fill(null), millions * 1e6)
  const deployed = (name: string, source: number, bundled: number) => [
    sampleSubject(name, untimed(source)),
    sampleSubject(name, untimed(bundled), { part: 'bundled' }),
    sampleSubject(name, untimed(200), { part: 'compile-cache' }),
    sampleSubject(name, untimed(100), { part: 'bundled+compile-cache' }),
  ]
  const file = sampleMeasurement(
    startup,
    [
      ...deployed('fastify', 1000, 500),
      ...deployed('http-node', 400, 300),
      sampleSubject('native', untimed(200)),
      sampleSubject('native', 'cannot be bundled', { part: 'bundled' }),
    ],
    { routes: [], counted: 5, counter: 'qemu' },
  )
  const files = probeFiles(startup, [{ file, path }])
  const page = files.get('charts/published/startup/README.md') ?? assert.fail()
  const [, , first] = page.split('\n')
  assert.match(
    first ?? '',
    /^\*\*Bundling .*\*\* \(.*\): bundled 63% \(50% to 75%, 2 servers\), compile-cache 35% /,
  )
  assert.match(
    first ?? '',
    / and bundled\+compile-cache 18% \(10% to 25%, .*\. From source, 3 of the 3 servers counted peak within 128 MiB \(134 MB\)\.$/,
  )
  assert.match(page, /\| http-node \| 400 \| 60\.0 \| 0\.75 \| 0\.50 \| 0\.25 \|/)
  assert.match(page, /\n- native: disqualified: bundled: cannot be bundled\n/)
  assert.match(page, /alt="Bundled and with a compile cache, a server starts with /)
  assert.doesNotMatch(page, /\bms\b/)
})

test('CSV has the ends of an interval, and no half width', () => {
  assert.match(
    csvOf(probeData(instructions, sampleCounts({ a: [100, 120, 140] }))),
    /,runtime,instructions_per_request,instructions_per_request_low,instructions_per_request_high,http_node,other_threads,/,
  )
})

const remembered = { start: 40e6, peak: 60e6, idle: 55e6, heap: 5e6, loadTook: 40 }
const twice = (loadTook = 40) =>
  [1, 1.1].map((share) => ({ ...remembered, peak: 60e6 * share, loadTook }))
const loads = sampleMeasurement(
  memory,
  [
    sampleSubject('heavy', twice(45)),
    sampleSubject('light', twice()),
    sampleSubject('broken', 'a wrong response'),
  ],
  { rate: 2_500, connections: 16, loadSeconds: 40, idleSeconds: 10, sideBySide: 4, soak: false },
)

test('a server that accepts invalid data under load is marked in table and chart, and the data is named', () => {
  const accepts = [{ kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null' }]
  const published = publishedAs(
    inventedResult([
      ...threeServers,
      { name: 'light', requestsPerSecond: 1e5, caveats: accepts },
      { name: 'heavy', requestsPerSecond: 1e4 },
    ]),
  )
  const files = probeFiles(memory, [{ file: loads, path: '' }], [published])
  const page = files.get('charts/published/memory/README.md') ?? ''
  assert.match(page, /\n\| light ¬ \| 40\.0 \| 63\.0 \| 55\.0 \| 5\.00 \|\n/)
  assert.match(page, /\n\| heavy \(slower\) \|/)
  assert.match(page, /\n- ¬ accepts-invalid: light: accepts null\n/)
  const chart = files.get('charts/published/memory/memory-update-user.dark.svg') ?? ''
  assert.match(chart, />light ¬</)
  assert.match(chart, /Marks: ¬ accepts-invalid(?! ·)/)
  const narrow = files.get('charts/published/memory/memory-update-user.narrow.dark.svg') ?? ''
  assert.match(narrow, /Marks: ¬ accepts-invalid/)
})

test('README shows the chart that has a region, and the page links README instead', () => {
  const [sample] = sampleSubject('a', [remembered]).samples
  const evidence = [60, 120].map((seconds) => [seconds, 1_000, 8e6])
  const subject = { ...sampleSubject('a', []), samples: sample ? [{ ...sample, evidence }] : [] }
  const file = sampleMeasurement(memory, [subject], { rate: 400, loadSeconds: 600, soak: true })
  const regions = probeRegions(memory, [{ file, path: '' }], [])
  assert.match(
    regions?.['memory-over-time'] ?? '',
    /alt=".* \(1 server, .*\)" src="charts\/published\/memory\/memory-leaks-update-user\.light\.svg"/,
  )
  const page = probeFiles(memory, [{ file, path: '' }]).get('charts/published/memory/README.md')
  assert.match(
    page ?? '',
    /^\[.* \(1 server, .*\)\]\(\.\.\/\.\.\/\.\.\/README\.md#memory-over-time\), charted in README\.$/m,
  )
  assert.doesNotMatch(page ?? '', /<picture>/)
  assert.deepEqual(probeRegions(memory, [{ file: loads, path: '' }], []), {})
})

test('servers of other files bring these files’ dates and machines', () => {
  const file = sampleCounts({ fastify: [100] })
  const environment = { ...file.environment, cpuModel: 'another CPU' }
  const other = { ...file, startedAt: '2026-11-24T10:00:00.000Z', environment }
  const stored = [{ file, path, others: [{ file: other, path: 'results/other.json' }] }]
  const page = probeFiles(instructions, stored).get('charts/published/instructions/README.md')
  assert.match(page ?? '', /^- .*2026-11-21 to 2026-11-24 · .*, another CPU \(/m)
})

test('a library that accepts invalid data in process is marked, and the data is named', () => {
  const values = [{ how: 'jit', parse_ns: 500, accepts: 'accepts null as a date' }]
  const file = sampleMeasurement(validators, [sampleSubject('joi', values)])
  const files = probeFiles(validators, [{ file, path }])
  const page = files.get('charts/published/validators/README.md') ?? assert.fail()
  assert.match(page, /\n\| joi ¬ \| Node\.js \| 1\.0\.0 \| jit \|/)
  assert.match(page, /\n- ¬ accepts-invalid: joi: accepts null as a date\n/)
})

test('a table of latencies fits the width of a laptop', () => {
  const processes = [0.126, 0.127, 0.128, 0.129, 2.13].map((p50) => [
    sampleLoad(1_000, p50, { p95: 3.47 * p50, max: 21 * p50 }),
  ])
  const protocol = { rates: [1_000], connections: 100, seconds: 1 }
  const file = sampleMeasurement(latency, sampleRates('nest-fastify', processes), protocol)
  const page = probeFiles(latency, [{ file, path }]).get('charts/published/latency/README.md')
  const row = page?.split('\n').find((line) => line.startsWith('| nest-fastify')) ?? ''
  assert.match(row, /^(\|[^|]+){4}\| 2\.7 \|$/)
  assert.ok(row.length <= 130, row)
})

test('times of a machine that failed its health check are provisional, and no others', () => {
  const run = inventedResult(threeServers)
  const [first = assert.fail()] = run.runs
  first.file.environment = { ...first.file.environment, boot: 'starved' }
  first.file.details.health = { healthy: false } as typeof first.file.details.health
  const filesOf = (boot: string, values: Sample['values']) => {
    const file = sampleMeasurement(validators, [sampleSubject('joi', [values])])
    file.environment = { ...file.environment, boot }
    return probeFiles(validators, [{ file, path }], [publishedAs(run)])
  }
  const pageOf = (...args: Parameters<typeof filesOf>) =>
    filesOf(...args).get('charts/published/validators/README.md') ?? ''
  assert.match(
    pageOf('starved', { parse_ns: 500 }),
    /^- Provisional: the machine failed its health/m,
  )
  const pictures = [...filesOf('starved', { parse_ns: 500 })].filter(([file]) => /svg$/.test(file))
  assert.ok(pictures.length > 0)
  for (const [file, svg] of pictures) {
    assert.match(svg, />Provisional: the machine failed its health/, file)
    assert.equal(svg.includes('Sample CPU'), !file.includes('narrow'), file)
  }
  assert.doesNotMatch(pageOf('other', { parse_ns: 500 }), /Provisional/)
  assert.doesNotMatch(pageOf('starved', { parse: 500 }), /Provisional/)
})
