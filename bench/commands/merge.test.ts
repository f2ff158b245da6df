import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { writeResult } from '../../shared/results/file.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleCounts } from '../../shared/test/counts-fixtures.ts'
import { inProcess } from '../test/cli.ts'
import { storeRuns } from './merge.ts'

/** Writes two shards of three servers. */
function twoShards(directory: string): [string, string] {
  const chosen = ['express', 'fastify', 'hono']
  const shares: Record<string, number[]>[] = [
    { express: [200_000], hono: [80_000] },
    { fastify: [90_000] },
  ]
  return shares.map((servers, i) => {
    const path = join(directory, `${i + 1}-of-2.json`)
    countsStore.write(path, { ...sampleCounts(servers), shard: { number: i + 1, of: 2, chosen } })
    return path
  }) as [string, string]
}

test('a disqualification in a shard is kept in the merged file and sets the status', async (t) => {
  const scratch = temporaryDirectory(t)
  const [one, two] = twoShards(scratch)
  const { checksum: _, ...counts } = countsStore.read(one)
  const refused = join(scratch, 'refused.json')
  const servers = counts.servers.map((server) => ({
    ...server,
    processes: [],
    summary: null,
    refusal: 'it crashed',
  }))
  countsStore.write(refused, { ...counts, servers })
  const { status, output } = await inProcess(
    'merge',
    refused,
    two,
    '--out',
    join(scratch, 'all.json'),
  )
  assert.equal(status, 1)
  assert.ok(output.includes('express: disqualified: it crashed'), output.join('\n'))
})

test('runs are copied for pooling, even two that began in the same second', (t) => {
  const scratch = temporaryDirectory(t)
  const root = join(scratch, 'repository')
  const whole = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  const protocol = { ...whole.protocol, rounds: whole.rounds.length }
  const files = [1, 2, 3].map((seed) => {
    const file = join(scratch, `${seed}.json`)
    writeResult(file, { ...whole, protocol: { ...protocol, seed } })
    return file
  })
  assert.equal(storeRuns(files.slice(0, 2), root), 0)
  assert.equal(storeRuns(files, root), 0, 'existing files stay')
  assert.equal(storedRuns('update-user', root).length, 3)
  const quick = join(scratch, 'quick.json')
  writeResult(quick, { ...whole, quick: true })
  assert.throws(() => storeRuns([quick], root), /quick\.json was made with --quick/)
})
