/** Runs the gate on a repository made for a test. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { commit, git, runScript } from './scripts.ts'
import { filesIn, processesOf, runDirectory } from './testing.ts'
import { tinyFiles, writeTinyServer } from './tiny-package.ts'

/** Returns the files of a repository for a source. */
type Files = (source: string) => Record<string, unknown>

/** A package whose module is built from a source, as for TypeScript. */
const built: Files = (source) => {
  const { 'index.js': module, ...others } = tinyFiles(source)
  return { ...others, 'source.txt': module, '.gitignore': 'index.js\n' }
}

/** Creates a checkout of a package's repository, with its own server for the suite, and two commits: base and head. */
function checkout(scratch: string, files: Files, sources: readonly string[]): string {
  const repository = join(scratch, 'checkout')
  writeTinyServer(join(repository, 'bench-servers'))
  for (const source of sources) commit(repository, files(source))
  return repository
}

/** Inputs for the shortest run. */
const SHORT = { BENCH_METRIC: 'requests', BENCH_OPTIONS: '--rounds 3 --seconds 0.5 --warmup 0.1' }

/** Runs the gate on two sources of the package. Asserts that nothing but its result is left. */
export async function gate(
  t: TestContext,
  base: string,
  head: string,
  inputs: Record<string, string> = {},
  files = built,
) {
  const scratch = runDirectory(t)
  const repository = checkout(scratch, files, [base, head])
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
