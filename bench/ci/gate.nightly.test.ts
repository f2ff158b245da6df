import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gate } from '../test/gate-run.ts'
import { runScript } from '../test/scripts.ts'
import { runDirectory } from '../test/testing.ts'
import { tinyVersions } from '../test/tiny-package.ts'

test('a head that does not start, build or exist is not measured, which differs from slower', async (t) => {
  const isUnmeasured = async (words: RegExp, head: string, inputs: Record<string, string> = {}) => {
    const { status, outputs, summary, complaints, repository } = await gate(
      t,
      tinyVersions.fair,
      head,
      inputs,
    )
    assert.equal(status, 3, complaints)
    assert.deepEqual(outputs, { status: '3', outcome: 'not measured' })
    assert.match(complaints, words)
    assert.match(summary, /^### Two versions could not be measured\n/)
    assert.equal(existsSync(join(repository, 'out/versions.json')), false)
  }
  await isUnmeasured(
    /^could not be measured: head: exited with status 1 before it listened: .*this version is broken/m,
    tinyVersions.broken,
  )
  await isUnmeasured(/^base: its build failed with status 7: exit 7$/m, tinyVersions.slow, {
    BENCH_BUILD: 'exit 7',
  })
  await isUnmeasured(
    /^head: nowhere cannot be checked out \(fetch-depth: 2 fetches it\): /m,
    tinyVersions.fair,
    {
      BENCH_HEAD: 'nowhere',
    },
  )
})

test('a build has none of the job’s variables, and the runner takes none of its lines for commands', async (t) => {
  const words = ['SUITE', 'BENCH_OUT', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV']
  const build = `echo "::error::forged"; for name in ${words.join(' ')} NPM_TOKEN; do test -z "\${!name}" || echo "has $name"; done; exit 7`
  const inputs = { BENCH_BUILD: build, SUITE: '/', GITHUB_ENV: '/env', NPM_TOKEN: 'secret' }
  const { fair, slow } = tinyVersions
  const { status, output, complaints } = await gate(t, fair, slow, inputs)
  assert.equal(status, 3, complaints)
  const [, token, between] = /^::stop-commands::(\S+)\n(.*)\n::\1::\n$/s.exec(output) ?? []
  assert.match(between ?? output, /^::error::forged$/m, complaints)
  assert.doesNotMatch(output, /^has /m)
  assert.ok(token && token.length > 30)
})

test('wrong inputs are wrong usage', async (t) => {
  const { status, outputs, complaints } = await gate(t, tinyVersions.fair, tinyVersions.fair, {
    BENCH_SERVER: 'nobody',
  })
  assert.equal(status, 2)
  assert.equal(outputs.outcome, 'wrong usage')
  assert.match(complaints, /^unknown server "nobody": /)
  const scratch = runDirectory(t)
  const nothing = await runScript('gate.ts', scratch, { GITHUB_WORKSPACE: scratch })
  assert.equal(nothing.status, 2)
  assert.match(nothing.complaints, / holds no package: /)
  const { complaints: unset } = await runScript('gate.ts', scratch, {})
  assert.equal(unset.trim(), 'GITHUB_WORKSPACE is not set: the workflow must give it')
})
