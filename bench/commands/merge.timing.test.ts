import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeTree } from '../../shared/basics/testing.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import { counterOrSkip } from '../test/counting.ts'
import { faultyServers, folderOf } from '../test/faulty/faulty-servers.ts'
import { commandLine, processesOf, runDirectory } from '../test/testing.ts'

test('merged shards equal one run', async (t) => {
  if (!(await counterOrSkip(t))) return
  const scratch = runDirectory(t)
  const names = ['alike-1', 'alike-2', 'alike-3']
  for (const name of names)
    writeTree(join(scratch, 'servers', name), folderOf('end', 'honest', faultyServers.end.honest))
  const [one, two, merged] = ['one', 'two', 'merged'].map((name) =>
    join(scratch, `${name}.json`),
  ) as [string, string, string]
  const chosen = ['--servers', names.join(), '--servers-dir', join(scratch, 'servers')]
  const amounts = ['--processes', '1', '--requests', '200']
  for (const [shard, out] of [
    ['1/2', one],
    ['2/2', two],
  ] as const) {
    const args = [
      'instructions',
      'update-user',
      ...chosen,
      ...amounts,
      '--shard',
      shard,
      '--out',
      out,
    ]
    const { status, output, complaints } = await commandLine(scratch, args)
    assert.deepEqual([status, complaints], [0, []], output.join('\n'))
    assert.ok(
      output.some((line) => line.includes(`shard ${shard}, `)),
      output.join('\n'),
    )
  }
  const args = ['merge', two, one, '--out', merged]
  const { status, output, complaints } = await commandLine(scratch, args)
  assert.deepEqual([status, complaints], [0, []], output.join('\n'))
  assert.match(
    output.at(-1) ?? '',
    /^update-user: 3 servers of 2 shards, written to .*merged\.json$/,
  )
  const { servers, merged: origin, shard } = countsStore.read(merged)
  assert.equal(shard, null)
  assert.deepEqual(
    servers.map(({ name }) => name),
    names,
  )
  const byName = [...countsStore.read(one).servers, ...countsStore.read(two).servers].sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  )
  assert.deepEqual(servers, byName)
  assert.deepEqual(
    origin?.shards.map((each) => each.servers),
    [['alike-1', 'alike-3'], ['alike-2']],
  )
  assert.ok(servers.every(({ summary }) => (summary?.javascript ?? 0) > 10_000))
  assert.deepEqual(processesOf(scratch), [])
})
