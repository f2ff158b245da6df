import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commit, git, runScript } from '../test/scripts.ts'
import { filesIn, processesOf, runDirectory } from '../test/testing.ts'
import { tinyFiles, tinyVersions, writeTinyServer } from '../test/tiny-package.ts'

/** A checkout of a package's repository, with a server of its own for it, and with a head above a base. */
function checkout(scratch: string, base: string, head: string): string {
  const repository = join(scratch, 'checkout')
  writeTinyServer(join(repository, 'bench-servers'))
  // Its module is built from a source, as that of a package in TypeScript would be.
  const files = (source: string) => {
    const { 'index.js': module, ...others } = tinyFiles(source)
    return { ...others, 'source.txt': module, '.gitignore': 'index.js\n' }
  }
  commit(repository, files(base))
  commit(repository, files(head))
  return repository
}

/** Inputs that make it as short as it can be. */
const SHORT = { BENCH_METRIC: 'requests', BENCH_OPTIONS: '--rounds 3 --duration 0.5 --warmup 0.1' }

async function gate(t: TestContext, base: string, head: string, inputs: Record<string, string> = {}) {
  const scratch = runDirectory(t)
  const repository = checkout(scratch, base, head)
  const ended = await runScript('gate.ts', scratch, {
    GITHUB_WORKSPACE: repository,
    BENCH_SERVERS_DIR: 'bench-servers',
    BENCH_BUILD: 'cp source.txt index.js',
    BENCH_FAIL_BELOW: '50%',
    BENCH_OUT: 'out/versions.json',
    ...SHORT,
    ...inputs,
  })
  assert.deepEqual(filesIn(join(scratch, 'tmp')), [])
  assert.deepEqual(processesOf(scratch), [])
  assert.equal(git(repository, 'worktree', 'list').split('\n').length, 1)
  return { ...ended, repository }
}

test('a head that does not start, build or exist could not be measured, which is not the same as slower', async (t) => {
  const told = async (words: RegExp, head: string, inputs: Record<string, string> = {}) => {
    const { status, outputs, summary, complaints, repository } = await gate(t, tinyVersions.fair, head, inputs)
    assert.equal(status, 3, complaints)
    assert.deepEqual(outputs, { status: '3', outcome: 'not measured' })
    assert.match(complaints, words)
    assert.match(summary, /^### Two versions could not be measured\n/)
    assert.equal(existsSync(join(repository, 'out/versions.json')), false)
  }
  await told(/^could not be measured: head: exited with status 1: .*this version is broken/m, tinyVersions.broken)
  await told(/^base: its build failed with status 7: exit 7$/m, tinyVersions.fair, { BENCH_BUILD: 'exit 7' })
  await told(/^head: nowhere can't be checked out \(fetch-depth: 2 brings it\): /m, tinyVersions.fair, {
    BENCH_HEAD: 'nowhere',
  })
})

test('wrong inputs are wrong usage', async (t) => {
  const { status, outputs, complaints } = await gate(t, tinyVersions.fair, tinyVersions.fair, {
    BENCH_SERVER: 'nobody',
  })
  assert.equal(status, 2)
  assert.equal(outputs.outcome, 'wrong usage')
  assert.match(complaints, /^no server called nobody: /)
  const scratch = runDirectory(t)
  const nothing = await runScript('gate.ts', scratch, { GITHUB_WORKSPACE: scratch })
  assert.equal(nothing.status, 2)
  assert.match(nothing.complaints, / holds no package: /)
  const { complaints: unset } = await runScript('gate.ts', scratch, {})
  assert.equal(unset.trim(), 'GITHUB_WORKSPACE is not set: the workflow must give it')
})
