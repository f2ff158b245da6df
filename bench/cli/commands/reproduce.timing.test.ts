import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { resultOf, steady } from '../../../shared/result/compare-fixtures.ts'
import { readResult, writeResult } from '../../../shared/result/file.ts'
import { commandLine, filesIn, liarsDirectory, processesOf, runDirectory } from '../../test/testing.ts'

const LIARS = liarsDirectory()

test('a run is made again with the same protocol, servers and seed, and compared', { timeout: 240_000 }, async (t) => {
  const scratch = runDirectory(t)
  const [old, again, more, fast] = ['old', 'again', 'more', 'fast'].map((name) => join(scratch, `${name}.json`))
  assert.ok(old && again && more && fast)
  const protocol = ['--rounds', '2', '--duration', '0.5', '--warmup', '0', '--connections', '20', '--seed', '5']
  const chosen = ['--servers-dir', LIARS, '--servers', 'http-node,honest', '--out', old]
  const first = await commandLine(scratch, ['run', 'update-user', ...chosen, ...protocol])
  assert.deepEqual([first.status, first.complaints], [0, []])

  const { status, output, complaints } = await commandLine(scratch, [
    ...['reproduce', old, '--servers-dir', LIARS, '--out', again],
  ])
  assert.deepEqual([status, complaints], [0, []])
  const [before, after] = [readResult(old), readResult(again)]
  assert.deepEqual([after.protocol, after.rounds, after.quick], [before.protocol, before.rounds, before.quick])
  assert.ok(output.some((line) => line.startsWith(`old: ${old}, `)))
  assert.match(output.at(-1) ?? '', /^\d faster, \d slower, \d without a difference \(95%\)$/)
  assert.ok(!output.some((line) => line.includes('published')))

  await t.test('of a machine of another speed only the ratios are compared', async () => {
    const faster = structuredClone(before)
    for (const slice of faster.servers.flatMap(({ trials }) => trials.flatMap(({ slices }) => slices))) {
      slice.probe &&= { ...slice.probe, server: slice.probe.server / 5 }
    }
    writeResult(fast, faster)
    const slower = await commandLine(scratch, [
      ...['reproduce', fast, '--servers-dir', LIARS, '--out', join(scratch, 'slower.json')],
    ])
    assert.deepEqual([slower.status, slower.complaints], [0, []])
    assert.ok(slower.output.some((line) => line.includes('only the ratios to http-node are compared')))
    assert.match(slower.output.at(-1) ?? '', /^\d faster, \d slower, \d without a difference \(95%\)$/)
  })

  const alone = { ...before, servers: before.servers.filter(({ name }) => name === 'honest') }
  await t.test('a server that is not here is named and left out; without any, nothing is measured', async () => {
    const { servers, ...rest } = before
    const [gone] = resultOf({ gone: steady(1000, 2) }).servers
    assert.ok(gone)
    writeResult(more, { ...rest, servers: [...servers, gone] })
    const partly = await commandLine(scratch, [
      ...['reproduce', more, '--servers-dir', LIARS, '--out', join(scratch, 'partly.json')],
    ])
    assert.deepEqual([partly.status, partly.complaints], [1, []])
    assert.ok(partly.output.some((line) => line.startsWith('left out: gone is not here: --servers-dir takes')))
    assert.ok(partly.output.includes('gone: not compared: not in the new result'))

    const lonely = join(scratch, 'lonely.json')
    writeResult(lonely, alone)
    const none = await commandLine(scratch, ['reproduce', lonely])
    assert.deepEqual([none.status, none.output], [2, []])
    assert.match(none.complaints.join('\n'), /^no server of .*lonely\.json can be measured here: honest is not here: /)
  })

  await t.test('what could not be compared in the end is refused before anything is measured', async () => {
    const elsewhere = join(scratch, 'elsewhere.json')
    writeResult(elsewhere, { ...alone, environment: { ...before.environment, cpuModel: 'another CPU' } })
    const machine = await commandLine(scratch, ['reproduce', elsewhere, '--servers-dir', LIARS])
    assert.deepEqual([machine.status, machine.output], [2, []])
    assert.match(
      machine.complaints.join('\n'),
      /elsewhere\.json is of another machine \(CPU another CPU and .*http-node/,
    )

    const outdated = join(scratch, 'outdated.json')
    writeResult(outdated, { ...before, environment: { ...before.environment, generatorVersion: '1.0.0' } })
    const version = await commandLine(scratch, ['reproduce', outdated, '--servers-dir', LIARS])
    assert.deepEqual([version.status, version.output], [2, []])
    assert.match(
      version.complaints.join('\n'),
      /outdated\.json can't be reproduced here: .*generator version 1\.0\.0 and/,
    )
  })

  assert.deepEqual(
    filesIn(scratch).filter((name) => !name.endsWith('.json')),
    [],
  )
  assert.deepEqual(processesOf(scratch), [])
})
