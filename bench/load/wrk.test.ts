import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolLoad } from './external.ts'
import { uncorrected, wrkTool } from './wrk.ts'

/** Output of wrk 4.1.0; with 4 connections, requests of one connection are 10,000 µs apart. */
const OUTPUT = `Running 1s test @ http://127.0.0.1:39513
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     8.05ms    4.91ms  40.34ms   72.44%
    Req/Sec    78.19k    15.90k   97.93k    50.00%
  400 requests in 1.00s, 101.56KB read
Requests/sec:    400.00
Transfer/sec:    101.56KB
result {"microseconds":1000000,"cpuSeconds":0.250,"requests":400,"bytes":104000,"connect":1,"read":2,"write":3,"status":4,"timeout":5,"histogram":[[9000,380],[15000,1],[25000,1],[35000,1]]}
`

type Change = Partial<Pick<ToolLoad, 'threads' | 'seconds' | 'timeout' | 'port'>> & { connections?: number }

/** A load of one request. */
function sampleLoad({ connections = 10, ...change }: Change = {}): ToolLoad {
  const headers = { 'content-type': 'application/json' }
  return {
    plan: { scenario: 'update-user', wire: 'plain', connections, seed: 1 },
    requests: [{ method: 'POST', path: '/updateUser', headers, body: '{"id":1}' }],
    directory: '/tmp/a',
    threads: 1,
    timeout: 5,
    port: 1234,
    seconds: 1,
    ...change,
  }
}

test('builds its arguments', () => {
  const load = sampleLoad({ connections: 6, threads: 4, seconds: 1.5, timeout: 5, port: 8080 })
  assert.deepEqual(wrkTool.arguments(load), [
    ...['--connections', '6', '--threads', '3', '--duration', '2s', '--timeout', '5s'],
    ...['--script', '/tmp/a/load.lua', 'http://127.0.0.1:8080'],
  ])
})

test('parses what wrk prints', () => {
  const { latency, ...report } = wrkTool.parse(OUTPUT, sampleLoad({ connections: 4 }))
  assert.deepEqual(report, {
    seconds: 1,
    requests: 400,
    bytesReceived: 104_000,
    errors: 6,
    timeouts: 5,
    non2xx: 4,
    cpuSeconds: 0.25,
  })
  // wrk added 25 and 15 for the latency of 35.
  const expected = { mean: (380 * 9 + 35) / 381, p50: 9, p99: 9, max: 35 }
  for (const [name, value] of Object.entries(expected)) {
    const own = latency[name as keyof typeof expected]
    assert.ok(Math.abs(own / value - 1) < 0.002, `${name}: ${own} instead of ${value}`)
  }
})

test('rejects malformed output', () => {
  for (const broken of ['', 'Running 1s test\n', OUTPUT.replace('"read":2,', ''), OUTPUT.slice(0, -20)]) {
    assert.throws(() => wrkTool.parse(broken, sampleLoad({ connections: 4 })))
  }
  const inconsistent = OUTPUT.replace('[25000,1],', '')
  assert.throws(() => wrkTool.parse(inconsistent, sampleLoad({ connections: 4 })), /not corrected by 10000 µs/)
})

/** `stats_correct` of wrk's stats.c, restricted to the values that wrk prints. */
function corrected(histogram: [number, number][], interval: number): [number, number][] {
  const counts = new Map(histogram)
  const values = histogram.map(([value]) => value)
  for (let value = 2 * interval; value <= Math.max(...values); value++) {
    const count = counts.get(value) ?? 0
    for (let added = value - interval; count > 0 && added > interval; added -= interval) {
      counts.set(added, (counts.get(added) ?? 0) + count)
    }
  }
  return [...counts].filter(([value]) => value >= Math.min(...values)).sort(([a], [b]) => a - b)
}

test('removes wrk’s correction from the latencies', () => {
  const histograms: [number, number][][] = [
    [],
    [[5, 3]],
    [[50, 1]],
    [
      [15, 2],
      [25, 1],
      [26, 7],
      [35, 4],
      [98, 1],
      [99, 2],
    ],
    [
      [31, 2],
      [40, 1],
      [41, 3],
      [200, 1],
    ],
  ]
  for (const histogram of histograms) {
    for (const interval of [3, 7, 10, 500]) {
      assert.deepEqual(uncorrected(corrected(histogram, interval), interval), histogram)
    }
  }
})
