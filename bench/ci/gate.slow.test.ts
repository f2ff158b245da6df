import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readVersions } from '../../shared/result/versions.ts'
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

test('a head that is far slower fails, and the job says so', async (t) => {
  const { status, outputs, summary, repository, complaints } = await gate(t, tinyVersions.fair, tinyVersions.slow)
  assert.equal(status, 1, complaints)
  const result = join(repository, 'out/versions.json')
  assert.deepEqual(outputs, { result, status: '1', outcome: 'slower' })
  assert.match(summary, /^### tiny-package: head against base, under tiny-package in update-user\n/)
  assert.match(summary, /\*\*gate failed: slower by more than 50% with confidence: requests\/s/)
  const { first, second } = readVersions(result)
  assert.deepEqual([first.label, second.label], ['base', 'head'])
})

test('equals pass', async (t) => {
  const { status, outputs, summary, complaints } = await gate(t, tinyVersions.fair, tinyVersions.fair)
  assert.equal(status, 0, complaints)
  assert.equal(outputs.outcome, 'not slower')
  assert.match(summary, /\*\*gate passed: not slower by more than 50% with confidence\*\*/)
})
