import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEnvironment } from '../../../shared/test/environment-fixture.ts'
import { instrumentFiles } from '../instrument.ts'
import { type OverloadLoad, type OverloadServer, overloadStore } from './format.ts'
import overload from './instrument.ts'

/** Returns a load of 1,000 requests. */
function sampleLoad(
  multiple: number,
  good: number,
  change: Partial<OverloadLoad> = {},
): OverloadLoad {
  const outcomes = { good, rejected: 0, late: 1_000 - good, failed: 0, unsent: 0 }
  const figures = { p50: 10, p99: 90, recovery: 300, peakMemory: 50e6 * multiple, noise: null }
  return { multiple, scheduled: 1_000, ...outcomes, behind: 0, ...figures, ...change }
}

/** Returns a server with five processes of the same loads. */
function sampleServer(name: string, loads: OverloadLoad[], settled = true): OverloadServer {
  const head = {
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node' as const,
    runtimeVersion: '26.0.0',
  }
  return {
    ...head,
    refusal: null,
    processes: Array.from({ length: 5 }, () => ({ capacity: 10_000, settled, loads })),
  }
}

const file = {
  ...overloadStore.complete({
    scenario: 'update-user',
    startedAt: '2026-11-22T10:00:00.000Z',
    finishedAt: '2026-11-22T10:00:00.000Z',
    protocol: {
      ...{
        multiples: [0.5, 1, 1.5, 2],
        patience: 100,
        beforeSeconds: 0.2,
        seconds: 2,
        afterSeconds: 2,
      },
      ...{ mostConnections: 10_000, processes: 5, seed: 1 },
      closedLoop: { connections: 100, warmupSeconds: 3, durationSeconds: 1, sliceSeconds: 0.25 },
    },
    environment: sampleEnvironment,
    source: { commit: null, clean: true },
    servers: [
      sampleServer('late', [
        sampleLoad(0.5, 1_000),
        sampleLoad(1, 800),
        sampleLoad(1.5, 10),
        sampleLoad(2, 0, { p99: null, recovery: null }),
      ]),
      sampleServer('early', [
        sampleLoad(0.5, 1_000),
        sampleLoad(1, 900),
        sampleLoad(1.5, 600),
        sampleLoad(2, 450, { rejected: 550, late: 0 }),
      ]),
      sampleServer('unknown', [
        sampleLoad(0.5, 1_000),
        sampleLoad(1, 900),
        sampleLoad(1.5, 600),
        sampleLoad(2, 500, { behind: 60 }),
      ]),
      // Their capacity was measured while they were cold, so that they seem to do more than that.
      sampleServer(
        'behind',
        [0.5, 1, 1.5, 2].map((multiple) => sampleLoad(multiple, 1_000)),
      ),
      sampleServer(
        'cold',
        [0.5, 1, 1.5, 2].map((multiple) => sampleLoad(multiple, 1_000)),
        false,
      ),
    ],
    notInstalled: [],
  }),
  checksum: '',
}

test('a server that rejects early is before one that responds late, and there is no figure where the generator is the limit', async () => {
  const files = instrumentFiles(overload, [{ file, path: 'results/overload/update-user/1.json' }])
  const page = files.get('charts/published/overload/README.md') ?? ''
  const rows = [...page.matchAll(/^\| (early|late|unknown|behind|cold) .*$/gm)].map(([row]) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  assert.deepEqual(rows, [
    ['early', '10,000', '90', '90', '90', '55', '90', '4.0', '300'],
    ['late', '10,000', '80', '1.5', '0', '0', '90', '4.0', '∞'],
    ['behind', '10,000', ...Array(7).fill('not warm')],
    ['cold', '10,000', ...Array(7).fill('not warm')],
    ['unknown', '10,000', '90', '90', 'not sent', 'not sent', '90', 'not sent', 'not sent'],
  ])
  assert.match(
    page,
    /: at 2 times their capacity, 1 of 2 servers with a figure responds in time to at least 90% of what they can handle; late to less than half\./,
  )
  assert.match(page, /\n- not sent: .*\n- not warm: /)
})

test('the chart has a point per load with a figure, at least 1%', async () => {
  const [chart] = overload.charts?.(file) ?? []
  assert.match(
    chart?.title ?? '',
    /^At 2 times their capacity, 1 of 2 servers with a figure responds in time to at least 90% /,
  )
  const svg = chart?.draw('light', []) ?? ''
  for (const text of ['>early<', '>late<', '>unknown<']) assert.ok(svg.includes(text), text)
})

test('a server whose processes disagree is in neither half: their range is stated', () => {
  const [late, early] = file.servers
  assert.ok(late && early)
  const loads = [2, 1010, 300, 60, 180, 1020]
    .slice(1)
    .map((good) => [
      sampleLoad(0.5, 1_000),
      sampleLoad(1, 900),
      sampleLoad(1.5, 600),
      sampleLoad(2, good),
    ])
  const mixed = {
    ...sampleServer('mixed', []),
    processes: loads.map((own) => ({ capacity: 10_000, settled: true, loads: own })),
  }
  const [chart] = overload.charts?.({ ...file, servers: [early, mixed] }) ?? []
  assert.match(chart?.title ?? '', /; processes of mixed range from 12% to 200%$/)
})
