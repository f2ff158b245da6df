import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions as probe } from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'
import { npm } from '../folders/package-manager.ts'
import { commandLine, filesIn, processesOf, runDirectory } from '../test/testing.ts'
import { SHORT_VERSIONS, TINY, tinyDirectory } from '../test/tiny-package.ts'

test('a much slower version fails the gate, and nothing is left behind', async (t) => {
  const [directory, scratch] = [tinyDirectory(t), runDirectory(t)]
  const kept = temporaryDirectory(t)
  await npm(['pack', '--loglevel=error', '--pack-destination', directory], join(directory, 'fair'))
  const [out, summary] = [join(kept, 'versions.json'), join(kept, 'summary.md')]
  const specs = [`${TINY}@file:${directory}/${TINY}-1.0.0.tgz`, `${TINY}@file:${directory}/slow`]
  const files = ['--servers-dir', join(directory, 'servers'), '--out', out, '--summary', summary]
  const { status, output, complaints } = await commandLine(scratch, [
    ...['versions', ...specs, ...SHORT_VERSIONS, ...files],
    ...['--fail-below', '20%', '--labels', 'base,head'],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const versions = versionsIn(readMeasurement(probe, out))
  assert.deepEqual([versions.first.label, versions.second.label], ['base', 'head'])
  assert.deepEqual(
    [versions.first.spec, versions.second.spec],
    [`${TINY}@file:${TINY}-1.0.0.tgz`, `${TINY}@file:slow`],
  )
  assert.deepEqual(versions.first.packages, [`${TINY}@1.0.0`])
  assert.equal(versions.verdicts[0]?.verdict, 'slower')
  assert.ok(output.some((line) => line.startsWith('worse: requests/s slower, ')))
  assert.match(readFileSync(summary, 'utf8'), /\*\*worse: requests\/s slower, .*20%/)
  assert.deepEqual(filesIn(scratch), [])
  assert.deepEqual(processesOf(scratch), [])
})
