import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions as probe } from '../../shared/probes/versions.ts'
import { versionsIn } from '../../shared/probes/versions-file.ts'
import { gate } from '../test/gate-run.ts'
import { tinyFiles, tinyVersions } from '../test/tiny-package.ts'

test('a much slower head fails, and the job reports it', async (t) => {
  const { status, outputs, summary, repository, complaints } = await gate(
    t,
    tinyVersions.fair,
    tinyVersions.slow,
  )
  assert.equal(status, 1, complaints)
  const result = join(repository, 'out/versions.json')
  assert.deepEqual(outputs, { result, status: '1', outcome: 'slower' })
  assert.match(summary, /^### tiny-package: head against base, under tiny-package in update-user\n/)
  assert.match(summary, /\*\*worse: requests\/s slower, .* \(limit 50%\)/)
  const { first, second } = versionsIn(readMeasurement(probe, result))
  assert.deepEqual([first.label, second.label], ['base', 'head'])
})

/** A package that does all its work in another one of its repository, which no registry has. */
const withSibling = (source: string) => ({
  'packages/tiny/package.json': {
    ...(tinyFiles('')['package.json'] as object),
    dependencies: { 'tiny-sibling': '^9.0.0' },
  },
  'packages/tiny/index.js': "export { work } from 'tiny-sibling'",
  'packages/sibling/package.json': {
    name: 'tiny-sibling',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
  },
  'packages/sibling/index.js': source,
})

test('a slower sibling of the same repository fails', async (t) => {
  const inputs = { BENCH_PACKAGE_FOLDER: 'packages/tiny', BENCH_BUILD: '' }
  const { status, complaints, summary } = await gate(
    t,
    tinyVersions.fair,
    tinyVersions.slow,
    inputs,
    withSibling,
  )
  assert.equal(status, 1, complaints)
  assert.match(summary, /with `tiny-sibling@1\.0\.0` of its repository/)
})

test('an equal head is not measured, and passes', async (t) => {
  const { status, outputs, summary, complaints } = await gate(
    t,
    tinyVersions.fair,
    tinyVersions.fair,
  )
  assert.equal(status, 0, complaints)
  assert.equal(outputs.outcome, 'not slower')
  assert.match(summary, /\*\*no file in the package has changed\*\*/)
})
