/**
 * The gate that a framework's repository puts before a merge: builds the package of two commits, and has `versions` pack and
 * compare them under one of the suite's servers on this one machine. Its variables are the inputs of `action.yml`.
 *
 * Exit status: 0 not slower, 1 slower, 2 wrong usage, 3 could not be measured; that is 0 where the input `unmeasured` is neutral.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unmeasurableMarkdown } from '../../charts/table/versions-summary.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { makeScratch } from '../processes/scratch.ts'
import { folderFor } from '../versions/subject.ts'
import { buildCommit } from './build-commit.ts'
import { addSummary, needed, runShown, setOutput, variable } from './job.ts'

const OUTCOMES: Record<number, string> = { 0: 'not slower', 1: 'slower', 2: 'wrong usage' }
const UNMEASURED = { status: 3, outcome: 'not measured' }

/** Options of `versions` by the variable that has their value. */
const OPTIONS: Record<string, string> = {
  BENCH_SERVER: '--servers',
  BENCH_METRIC: '--metric',
  BENCH_PACK: '--pack',
  BENCH_FAIL_BELOW: '--fail-below',
}

const directory = makeScratch('bench-gate-')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(UNMEASURED.status))

let status: number
try {
  status = await gate()
} catch (error) {
  const reason = oneLine(messageOf(error))
  console.error(reason)
  addSummary(unmeasurableMarkdown(reason))
  status = error instanceof UsageError ? 2 : UNMEASURED.status
}
setOutput('status', String(status))
setOutput('outcome', OUTCOMES[status] ?? UNMEASURED.outcome)
const isNeutral = status === UNMEASURED.status && variable('BENCH_UNMEASURED') === 'neutral'
process.exitCode = isNeutral ? 0 : status

async function gate(): Promise<number> {
  const repository = needed('GITHUB_WORKSPACE')
  const folder = variable('BENCH_PACKAGE_FOLDER') ?? '.'
  const name = packageIn(resolve(repository, folder))
  // Before anything is built.
  const serversDir = variable('BENCH_SERVERS_DIR')
  const directories = serversDir === undefined ? [] : [resolve(repository, serversDir)]
  folderFor([name], { servers: variable('BENCH_SERVER'), serversDir: directories })
  // After the scratch directory, which has the checkouts, is removed.
  process.on('exit', () => spawnSync('git', ['worktree', 'prune'], { cwd: repository }))
  const commits = {
    base: variable('BENCH_BASE') ?? 'HEAD^1',
    head: variable('BENCH_HEAD') ?? 'HEAD',
  }
  const folders: string[] = []
  const [build, manager] = [variable('BENCH_BUILD'), variable('BENCH_PACK')]
  for (const [label, commit] of Object.entries(commits)) {
    const tree = join(directory, label)
    folders.push(await buildCommit({ repository, commit, folder, build, manager, tree, label }))
  }
  const summary = join(directory, 'summary.md')
  const out = resolve(repository, variable('BENCH_OUT') ?? 'versions.json')
  mkdirSync(dirname(out), { recursive: true })
  const names = Object.values(commits).map((commit) => nameOf(commit, repository))
  const command = [
    process.execPath,
    join(ROOT, 'bench/node.mjs'),
    join(ROOT, 'bench/commands/main.ts'),
    'versions',
    variable('BENCH_SCENARIO') ?? 'update-user',
    ...folders.map((path) => `${name}@file:${path}`),
    `--labels=${Object.keys(commits).join(',')}`,
    `--commits=${names.join(',')}`,
    `--out=${out}`,
    `--summary=${summary}`,
    ...optionsFrom(directories),
  ]
  const status = await runShown(command, ROOT)
  // A wrong option is found before there is a summary to write.
  addSummary(
    existsSync(summary)
      ? readFileSync(summary, 'utf8')
      : unmeasurableMarkdown('wrong usage: see the log'),
  )
  if (existsSync(out)) setOutput('result', out)
  return status
}

/** @throws UsageError where the folder is none of a package */
function packageIn(folder: string): string {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name
  } catch (error) {
    throw new UsageError(`${folder} holds no package: ${oneLine(messageOf(error))}`)
  }
}

/** The full name of an existing commit. */
function nameOf(commit: string, cwd: string): string {
  return execFileSync('git', ['rev-parse', commit], { cwd, encoding: 'utf8' }).trim()
}

function optionsFrom(directories: readonly string[]): string[] {
  return [
    ...Object.entries(OPTIONS).flatMap(([name, option]) => {
      const value = variable(name)
      return value === undefined ? [] : [option, value]
    }),
    ...directories.flatMap((directory) => ['--servers-dir', directory]),
    ...(variable('BENCH_OPTIONS')?.trim().split(/\s+/) ?? []),
  ]
}
