import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../test/gate-run.ts'
import { tinyFiles, tinyVersions } from '../test/tiny-package.ts'

/** It would end with status 3. */
const UNBUILDABLE = { BENCH_BUILD: 'exit 7' }

test('a pull request that changes nothing that is packed passes without a build', async (t) => {
  let commits = 0
  const files = (source: string) => ({
    ...tinyFiles(source),
    '.github/workflows/a.yml': `${commits++}`,
  })
  const { fair } = tinyVersions
  const { status, outputs, summary } = await gate(t, fair, fair, UNBUILDABLE, files)
  assert.equal(commits, 2)
  assert.equal(status, 0)
  assert.deepEqual(outputs, { status: '0', outcome: 'not slower' })
  assert.match(summary, /^### tiny-package: .*\n\n\*\*no file in the package has changed\*\*\n/)
})

test('wrong inputs end before any build, with the reason in the summary', async (t) => {
  const inputs = { ...UNBUILDABLE, BENCH_FAIL_BELOW: 'speed=3%' }
  const { fair, slow } = tinyVersions
  const { status, outputs, summary, output } = await gate(t, fair, slow, inputs)
  assert.equal(status, 2)
  assert.deepEqual(outputs, { status: '2', outcome: 'wrong usage' })
  assert.match(summary, /--fail-below .*speed is none of /)
  assert.doesNotMatch(output, /exit 7/)
})
