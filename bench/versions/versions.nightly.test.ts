import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions as probe } from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'
import { counterOrSkip } from '../test/counting.ts'
import {
  CommandLine,
  commandLine,
  filesIn,
  processesOf,
  runDirectory,
  until,
} from '../test/testing.ts'
import { SHORT_VERSIONS, TINY, tinyDirectory, tinyFiles } from '../test/tiny-package.ts'

test('a version that does not install, start or respond correctly is reported on one line', async (t) => {
  const directory = tinyDirectory(t)
  writeTree(join(directory, 'other'), {
    'package.json': { name: 'another-package', version: '1.0.0' },
  })
  const summary = join(directory, 'summary.md')
  const assertReported = async (version: string, words: RegExp) => {
    const scratch = runDirectory(t)
    const specs = [`${TINY}@file:${directory}/${version}`, `${TINY}@file:${directory}/fair`]
    const files = ['--servers-dir', join(directory, 'servers'), '--summary', summary]
    const out = join(directory, `${version}.json`)
    const { status, complaints } = await commandLine(scratch, [
      'versions',
      ...specs,
      ...SHORT_VERSIONS,
      ...files,
      '--out',
      out,
    ])
    assert.equal(status, 3, complaints.join('\n'))
    assert.equal(complaints.length, 1)
    assert.match(complaints[0] ?? '', words)
    assert.match(readFileSync(summary, 'utf8'), /^### Two versions could not be measured\n/)
    assert.deepEqual([filesIn(scratch), processesOf(scratch)], [[], []])
  }
  await assertReported(
    'broken',
    /^could not be measured: tiny-package@file:broken: exited with status 1 before it listened: .*this version is broken/,
  )
  await assertReported('wrong', /^could not be measured: tiny-package@file:wrong: .*expected /)
  await assertReported(
    'other',
    /^could not be measured: tiny-package@file:other cannot be packed: it contains another-package/,
  )
  writeFileSync(join(directory, 'no-archive.tgz'), 'no archive')
  await assertReported(
    'no-archive.tgz',
    /^could not be measured: tiny-package@file:no-archive\.tgz cannot be installed: /,
  )
})

test('without a counter, --metric instructions fails', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  const specs = ['fair', 'slow'].map((name) => `${TINY}@file:${directory}/${name}`)
  const args = [
    'versions',
    ...specs,
    '--servers-dir',
    join(directory, 'servers'),
    '--metric',
    'instructions',
  ]
  const { status, complaints } = await commandLine(
    scratch,
    [...args, '--out', join(directory, 'out.json')],
    ['/usr/bin/env', 'PATH=/nonexistent'],
  )
  assert.equal(status, 3)
  assert.equal(complaints.length, 1)
  assert.match(complaints[0] ?? '', /^could not be measured: no instructions can be counted here: /)
})

test('an interrupted comparison leaves nothing behind', async (t) => {
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  const specs = ['fair', 'slow'].map((name) => `${TINY}@file:${directory}/${name}`)
  const files = ['--servers-dir', join(directory, 'servers'), '--out', join(directory, 'out.json')]
  const line = new CommandLine(scratch, ['versions', ...specs, ...files, '--metric', 'requests'])
  await until(() => processesOf(scratch).some((process) => process.includes('update-user.ts')))
  line.signal('SIGTERM', 'first process')
  const { status, complaints } = await line.ended
  assert.notEqual(status, 0)
  assert.match(complaints[0] ?? '', /^ended by SIGTERM: /)
  assert.deepEqual([filesIn(scratch), processesOf(scratch)], [[], []])
})

test('a server that does not need the package is wrong usage, detected before installation', async (t) => {
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  const specs = ['fair', 'slow'].map((name) => `${TINY}@file:${directory}/${name}`)
  const chosen = ['--servers', 'http-node', ...SHORT_VERSIONS, '--out', join(directory, 'x.json')]
  const { status, complaints } = await commandLine(scratch, ['versions', ...specs, ...chosen])
  assert.deepEqual([status, complaints.length], [2, 1], complaints.join('\n'))
  assert.match(complaints[0] ?? '', /http-node.*tiny-package|tiny-package.*http-node/)
  assert.deepEqual(filesIn(scratch), [])
})

test('a slow function is named first, with the instructions that it executes', {
  skip: process.platform !== 'linux',
}, async (t) => {
  if (!(await counterOrSkip(t))) return
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  // Too long for V8 to inline.
  const source = (rounds: number) => `function planted(rounds) {
  for (let i = 0; i < rounds; i++) {
${'    globalThis.sink = i ^ globalThis.sink\n'.repeat(50)}  }
}
export function work(answer) {
  planted(${rounds})
  return answer
}`
  for (const [name, rounds] of Object.entries({ base: 4, head: 400 }))
    writeTree(join(directory, name), tinyFiles(source(rounds)))
  writeTree(directory, {
    'call.bench.ts': `import { work } from '${TINY}'\nexport const call = work\n`,
  })
  const [out, summary] = [join(directory, 'out.json'), join(directory, 'summary.md')]
  const { status, output, complaints } = await commandLine(scratch, [
    ...['versions', `${TINY}@file:${directory}/base`, `${TINY}@file:${directory}/head`],
    ...['--cases', join(directory, 'call.bench.ts'), '--processes', '4'],
    ...['--out', out, '--summary', summary],
  ])
  assert.equal(status, 1, [...output, ...complaints].join('\n'))
  const { functions: [figure] = [], verdicts } = versionsIn(readMeasurement(probe, out))
  const [first = assert.fail()] = figure?.functions ?? []
  assert.equal(first.name, `planted, ${TINY}/index.js`)
  const change = first.second - first.first
  const whole = Number(verdicts[0]?.new) - Number(verdicts[0]?.old)
  assert.ok(Math.abs(change / whole - 1) < 0.1, `${change} of ${whole}`)
  const line = /^.*call, instructions\/call: \+[\d,]+ in planted, tiny-package/m
  assert.match(output.join('\n'), line)
  assert.match(readFileSync(summary, 'utf8'), line)
  // The gate fails if the suite's files change.
  assert.deepEqual(globSync('bench/**/*.log', { cwd: ROOT }), [])
  assert.deepEqual([filesIn(scratch), processesOf(scratch)], [[], []])
})
