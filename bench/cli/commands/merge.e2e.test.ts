import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { resultOf, steady } from '../../../shared/result/compare-fixtures.ts'
import { sampleCounts } from '../../../shared/result/counts-fixtures.ts'
import { writeResult } from '../../../shared/result/file.ts'
import { readCounts, writeCounts } from '../../../shared/result/instructions.ts'
import { commandLine } from '../../test/testing.ts'

/** Files of two shards of three servers. */
function twoShards(directory: string): [string, string] {
  const chosen = ['express', 'fastify', 'hono']
  const shares: Record<string, number[]>[] = [{ express: [200_000], hono: [80_000] }, { fastify: [90_000] }]
  return shares.map((servers, i) => {
    const path = join(directory, `${i + 1}-of-2.json`)
    writeCounts(path, { ...sampleCounts(servers), shard: { number: i + 1, of: 2, chosen } })
    return path
  }) as [string, string]
}

test('a server that was refused in its shard is refused in the merged file, and the status says so', async (t) => {
  const scratch = temporaryDirectory(t)
  const [one, two] = twoShards(scratch)
  const { checksum: _, ...counts } = readCounts(one)
  const refused = join(scratch, 'refused.json')
  const servers = counts.servers.map((server) => ({ ...server, processes: [], summary: null, refusal: 'it crashed' }))
  writeCounts(refused, { ...counts, servers })
  const { status, output } = await commandLine(scratch, ['merge', refused, two, '--out', join(scratch, 'all.json')])
  assert.equal(status, 1)
  assert.ok(output.includes('express: refused: it crashed'), output.join('\n'))
})

test('merge on the command line: a part, and what is refused in one line with status 2', async (t) => {
  const scratch = temporaryDirectory(t)
  const [one, two] = twoShards(scratch)
  const [again, edited, run, other] = ['again', 'edited', 'run', 'other'].map((name) =>
    join(scratch, `${name}.json`),
  ) as [string, string, string, string]
  writeFileSync(again, readFileSync(one))
  writeFileSync(edited, readFileSync(two, 'utf8').replaceAll('90000', '80000'))
  writeResult(run, resultOf({ 'http-node': steady(40_000), express: steady(20_000) }))
  writeFileSync(other, '{"schemaVersion":1,"metric":"latency"}')
  const out = ['--out', join(scratch, 'all.json')]

  await t.test('a missing shard is said where it is allowed', async () => {
    const path = join(scratch, 'part.json')
    const { status, output, complaints } = await commandLine(scratch, ['merge', one, '--partial', '--out', path])
    assert.deepEqual([status, complaints], [0, []])
    assert.ok(
      output.some((line) => line.startsWith('note: shard 2/2 (fastify) is missing')),
      output.join('\n'),
    )
    assert.deepEqual(readCounts(path).merged?.missing, [{ number: 2, servers: ['fastify'] }])
  })

  const never =
    'requests/s of different machines are never merged, since they are the machine’s as much as the server’s: '
  const cases: [args: string[], complaint: RegExp][] = [
    [['merge', one], /^shard 2\/2 \(fastify\) is missing: count what is missing, or merge without it by --partial$/],
    [
      ['merge', one, two, again],
      /^express is in two shards, \S+1-of-2\.json \(shard 1\/2\) and \S+again\.json \(shard 1\/2\): /,
    ],
    [['merge', one, edited], /^\S+edited\.json has been edited: /],
    [
      ['merge', one, run],
      new RegExp(`^\\S+run\\.json is the result of a run: ${never}measure all servers on one machine`),
    ],
    [['merge', one, other], /^\S+other\.json holds latency: only counts of instructions are merged/],
    [['merge', one, join(scratch, 'none.json')], /^\S+none\.json is no file of counts: there is no such file$/],
    [['merge', one, two, '--out', one], /^\S+1-of-2\.json exists, and no result is overwritten/],
    [['merge'], /missing required argument 'files'/],
    [['run', 'update-user', '--shard', '1/2'], new RegExp(`^run takes no --shard: ${never}`)],
    [
      ['instructions', 'update-user', '--shard', '9/8'],
      /argument '9\/8' is invalid\. It takes a share and the number of shares, such as 2\/8/,
    ],
    [
      ['instructions', 'update-user', '--servers', 'express,fastify', '--shard', '3/3'],
      /^shard 3\/3 of update-user has no server: 2 servers can be shared by 2 at the most$/,
    ],
    [
      ['instructions', 'all', '--servers', 'express', '--shard', '64/64'],
      /^shard 64\/64 of update-user has no server: /,
    ],
    [['instructions', 'all', '--out', 'counts.json'], /^--out takes one file, and "all" makes several/],
  ]
  await Promise.all(
    cases.map(async ([args, complaint]) => {
      const more = args[0] === 'merge' && !args.includes('--out') ? out : []
      const { status, output, complaints } = await commandLine(scratch, [...args, ...more])
      assert.equal(complaints.length, 1, complaints.join('\n'))
      assert.match(complaints[0] ?? '', complaint)
      assert.deepEqual({ status, output }, { status: 2, output: [] }, args.join(' '))
    }),
  )
})
