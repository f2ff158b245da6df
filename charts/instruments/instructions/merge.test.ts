import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../../shared/basics/errors.ts'
import { sharesOf } from '../../../shared/format/shards.ts'
import type { Counts, UnsealedCounts } from '../../../shared/results/instructions.ts'
import { sampleCounts } from '../../../shared/test/counts-fixtures.ts'
import { mergeCounts } from './merge.ts'

const COUNTED = {
  express: [200_000],
  fastify: [90_000],
  hono: [80_000],
  koa: [120_000],
  'http-node': [100_000],
}
const CHOSEN = Object.keys(COUNTED).sort()

type File = { file: string; counts: Counts }

/** Returns a shard's file, as one machine writes it. */
function shardOf(
  number: number,
  of: number,
  change: (counts: UnsealedCounts) => void = () => {},
): File {
  const share = sharesOf(CHOSEN, of, 'update-user')[number - 1] ?? []
  const servers = Object.fromEntries(
    share.map((name) => [name, COUNTED[name as keyof typeof COUNTED]]),
  )
  const counts = { ...sampleCounts(servers), shard: { number, of, chosen: CHOSEN } }
  change(counts)
  return { file: `${number}.json`, counts: { ...counts, checksum: `sum of ${number}` } }
}

const merge = (...files: File[]) => mergeCounts(files)

test('shards merge in any order into the counts of one run, with their origins', () => {
  const [one, two] = [
    shardOf(1, 2),
    shardOf(2, 2, (counts) => Object.assign(counts.environment, { cpuModel: 'Other' })),
  ]
  const merged = merge(two, one)
  assert.deepEqual(merged, merge(one, two))
  const { servers, ...rest } = sampleCounts(COUNTED)
  const byName = [...servers].sort((a, b) => (a.name < b.name ? -1 : 1))
  assert.deepEqual({ ...merged, merged: null }, { ...rest, servers: byName })
  assert.deepEqual(
    merged.merged?.shards.map(({ number, environment, servers, checksum }) => [
      number,
      environment.cpuModel,
      servers.join(' '),
      checksum,
    ]),
    [
      [1, 'Sample CPU', 'express hono koa', 'sum of 1'],
      [2, 'Other', 'fastify http-node', 'sum of 2'],
    ],
  )
})

test('a merged file spans the first start to the last end, and is clean only if all shards are', () => {
  const merged = merge(
    shardOf(1, 2, (counts) =>
      Object.assign(counts, {
        startedAt: '2026-11-21T10:05:00Z',
        finishedAt: '2026-11-21T10:09:00Z',
      }),
    ),
    shardOf(2, 2, (counts) => {
      Object.assign(counts, {
        startedAt: '2026-11-21T10:04:00.000Z',
        finishedAt: '2026-11-21T10:06:00.000Z',
      })
      counts.source = { commit: null, clean: false }
    }),
  )
  assert.deepEqual(
    [merged.startedAt, merged.finishedAt],
    ['2026-11-21T10:04:00.000Z', '2026-11-21T10:09:00Z'],
  )
  assert.equal(merged.source.clean, false)
})

test('a missing shard is an error that names its servers', () => {
  const line = /^shard 2\/3 \(fastify, koa\) is missing: count it, too$/
  assert.throws(() => merge(shardOf(1, 3), shardOf(3, 3)), { message: line })
})

test('a shard without servers is not missing', () => {
  const files = [1, 2, 3, 4, 5].map((number) => shardOf(number, 8))
  assert.equal(merge(...files).servers.length, 5)
})

test('each rejected input is named in one line', () => {
  const at = (change: (counts: UnsealedCounts) => void) =>
    [shardOf(1, 2), shardOf(2, 2, change)] as const
  const cases: [files: readonly File[], complaint: RegExp][] = [
    [
      [shardOf(1, 2), { ...shardOf(1, 2), file: 'copy.json' }],
      /^shard 1\/2 is in 1\.json and in copy\.json: /,
    ],
    [[shardOf(1, 2), shardOf(2, 3)], /differ in number of shards 2 and 3;/],
    [at((counts) => Object.assign(counts, { shard: null })), /^2\.json is not a shard /],
    [
      at((counts) => Object.assign(counts, { merged: { shards: [] } })),
      /^2\.json is merged from shards/,
    ],
    [
      at((counts) => Object.assign(counts, { scenario: 'hello' })),
      /they differ in scenario update-user and hello; count all shards in the same way$/,
    ],
    [
      at((counts) => Object.assign(counts.protocol, { counter: 'perf', seed: 2 })),
      /differ in counter qemu and perf; seed 1 and 2;/,
    ],
    [
      at((counts) => Object.assign(counts.protocol, { requests: 200, processes: 5 })),
      /differ in requests 6000 and 200; processes 3 and 5;/,
    ],
    [
      at((counts) => Object.assign(counts, { counterVersion: 'qemu 8' })),
      /counterVersion qemu-x86_64 version 7\.2, plugin API 1 and qemu 8;/,
    ],
    [
      at((counts) => Object.assign(counts.source, { commit: 'abc' })),
      /differ in commit unknown and abc;/,
    ],
    [
      at((counts) =>
        Object.assign(counts.environment, { runtimes: { node: '26.0.0', bun: '1.0.0' } }),
      ),
      /differ in node 24\.0\.0 and 26\.0\.0;/,
    ],
    [
      at((counts) => Object.assign(counts.environment, { os: 'Debian 13' })),
      /differ in OS Sample Linux and Debian 13;/,
    ],
    [
      at((counts) => Object.assign(counts.environment, { lockfileHash: 'b' })),
      /differ in lockfile unknown and b;/,
    ],
    [
      at((counts) => Object.assign(counts.shard ?? {}, { chosen: ['fastify', 'http-node'] })),
      /differ in chosen servers express, .* and fastify, http-node;/,
    ],
    [
      at((counts) => counts.servers.pop()),
      /^2\.json holds fastify, but shard 2\/2 is fastify, http-node: count it again$/,
    ],
  ]
  for (const [files, complaint] of cases) {
    assert.throws(
      () => merge(...files),
      (error) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, complaint)
        return !error.message.includes('\n')
      },
    )
  }
})
