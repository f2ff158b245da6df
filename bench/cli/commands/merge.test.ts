import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { countsStore } from '../../../shared/result/instructions.ts'
import { inProcess } from '../testing.ts'

/** Files of two shards of three servers. */
function twoShards(directory: string): [string, string] {
  const chosen = ['express', 'fastify', 'hono']
  const shares: Record<string, number[]>[] = [{ express: [200_000], hono: [80_000] }, { fastify: [90_000] }]
  return shares.map((servers, i) => {
    const path = join(directory, `${i + 1}-of-2.json`)
    countsStore.write(path, { ...sampleCounts(servers), shard: { number: i + 1, of: 2, chosen } })
    return path
  }) as [string, string]
}

test('a server that was refused in its shard is refused in the merged file, and the status says so', async (t) => {
  const scratch = temporaryDirectory(t)
  const [one, two] = twoShards(scratch)
  const { checksum: _, ...counts } = countsStore.read(one)
  const refused = join(scratch, 'refused.json')
  const servers = counts.servers.map((server) => ({ ...server, processes: [], summary: null, refusal: 'it crashed' }))
  countsStore.write(refused, { ...counts, servers })
  const { status, output } = await inProcess('merge', refused, two, '--out', join(scratch, 'all.json'))
  assert.equal(status, 1)
  assert.ok(output.includes('express: refused: it crashed'), output.join('\n'))
})

test('a missing shard is said where it is allowed', async (t) => {
  const scratch = temporaryDirectory(t)
  const [one] = twoShards(scratch)
  const path = join(scratch, 'part.json')
  const { status, output, complaints } = await inProcess('merge', one, '--partial', '--out', path)
  assert.deepEqual([status, complaints], [0, []])
  assert.ok(
    output.some((line) => line.includes('2/2 (fastify)')),
    output.join('\n'),
  )
  assert.deepEqual(countsStore.read(path).merged?.missing, [{ number: 2, servers: ['fastify'] }])
})
