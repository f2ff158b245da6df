/** Runs scripts of workflows like a CI runner, and creates git repositories for them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { LOCK_NAME } from '../machine/lock.ts'
import { git as plainGit } from '../processes/git.ts'
import { COMPILED } from './testing.ts'

export interface Scripted {
  status: number | null
  complaints: string
  output: string
  /** Outputs of the step, by name. */
  outputs: Record<string, string>
  summary: string
}

/**
 * Runs a script of `bench/ci/` with only the given variables of those that GitHub sets.
 * @param scratch directory for the runner's files and temporary files
 */
export async function runScript(
  script: string,
  scratch: string,
  variables: Record<string, string>,
): Promise<Scripted> {
  const [temporary, files] = [join(scratch, 'tmp'), join(scratch, 'files')]
  for (const directory of [temporary, files]) mkdirSync(directory, { recursive: true })
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(GITHUB_|BENCH_|RUNNER_|INIT_CWD|NODE_TEST_|BASE$)/.test(name),
  )
  const child = spawn(
    process.execPath,
    [join(ROOT, 'bench/node.mjs'), join(ROOT, 'bench/ci', script)],
    {
      cwd: scratch,
      env: {
        ...Object.fromEntries(own),
        TMPDIR: temporary,
        [LOCK_NAME]: basename(scratch),
        ...COMPILED,
        GITHUB_OUTPUT: join(files, 'output'),
        GITHUB_STEP_SUMMARY: join(files, 'summary'),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  const contents = (name: string) =>
    existsSync(join(files, name)) ? readFileSync(join(files, name), 'utf8') : ''
  const lines = contents('output').split('\n').filter(Boolean)
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { status, output, complaints, outputs, summary: contents('summary') }
}

/** Runs git in a directory, with an identity for commits. */
export function git(directory: string, ...args: string[]): string {
  const settings = ['user.name=a', 'user.email=a@example.org', 'init.defaultBranch=main']
  const identity = settings.flatMap((setting) => ['-c', setting])
  return plainGit(directory, ...identity, ...args)
}

/** Clones the last commit into a directory, with its packages where Node looks for them and git sees nothing of them. */
export function freshClone(directory: string): string {
  const clone = join(directory, 'repository')
  git(directory, 'clone', '--quiet', ROOT, clone)
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return clone
}

/** Writes and commits files; initializes the repository if needed. @returns the commit */
export function commit(directory: string, files: Record<string, unknown>): string {
  mkdirSync(directory, { recursive: true })
  if (!existsSync(join(directory, '.git'))) git(directory, 'init', '--quiet')
  writeTree(directory, files)
  git(directory, 'add', '--all')
  git(directory, 'commit', '--quiet', '--allow-empty', '-m', 'a commit')
  return git(directory, 'rev-parse', 'HEAD')
}
