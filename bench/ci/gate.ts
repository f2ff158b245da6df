/**
 * The gate that a framework's repository puts before a merge: packs the package of two commits, and has `versions` compare
 * them under one of the suite's servers on this one machine. Its variables are the inputs of `action.yml`.
 *
 * Exit status: 0 not slower, 1 slower, 2 wrong usage, 3 could not be measured.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unmeasurableMarkdown } from '../../charts/instruments/versions/summary.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { makeScratch } from '../host/scratch.ts'
import { addSummary, needed, runShown, setOutput, variable } from './job.ts'
import { packCommit } from './pack-commit.ts'

const OUTCOMES: Record<number, string> = { 0: 'not slower', 1: 'slower', 2: 'wrong usage' }
const UNMEASURED = { status: 3, outcome: 'not measured' }

/** Options of `versions` by the variable that has their value. */
const OPTIONS: Record<string, string> = {
  BENCH_SERVER: '--servers',
  BENCH_METRIC: '--metric',
  BENCH_FAIL_BELOW: '--fail-below',
}

const directory = makeScratch('bench-gate-')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(UNMEASURED.status))

try {
  process.exitCode = await gate()
} catch (error) {
  const reason = oneLine(messageOf(error))
  console.error(reason)
  const isUsage = error instanceof UsageError
  if (!isUsage) addSummary(unmeasurableMarkdown(reason))
  process.exitCode = isUsage ? 2 : UNMEASURED.status
}
setOutput('status', String(process.exitCode))
setOutput('outcome', OUTCOMES[Number(process.exitCode)] ?? UNMEASURED.outcome)

async function gate(): Promise<number> {
  const repository = needed('GITHUB_WORKSPACE')
  const folder = variable('BENCH_PACKAGE_FOLDER') ?? '.'
  const name = packageIn(resolve(repository, folder))
  const build = variable('BENCH_BUILD') ?? ''
  const commits = { base: variable('BENCH_BASE') ?? 'HEAD^1', head: variable('BENCH_HEAD') ?? 'HEAD' }
  const archives: string[] = []
  for (const [label, commit] of Object.entries(commits)) {
    archives.push(await packCommit({ repository, commit, folder, build, directory, label }))
  }
  const summary = join(directory, 'summary.md')
  const out = resolve(repository, variable('BENCH_OUT') ?? 'versions.json')
  mkdirSync(dirname(out), { recursive: true })
  const command = [
    ...[process.execPath, join(ROOT, 'bench/node.mjs'), join(ROOT, 'bench/cli/main.ts'), 'versions'],
    variable('BENCH_SCENARIO') ?? 'update-user',
    ...archives.map((archive) => `${name}@file:${archive}`),
    ...['--labels', Object.keys(commits).join(','), '--out', out, '--summary', summary],
    ...optionsFrom(repository),
  ]
  const status = await runShown(command, ROOT)
  const isUsage = status === 2
  if (!isUsage) addSummary(readFileSync(summary, 'utf8'))
  if (status === 0 || status === 1) setOutput('result', out)
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

function optionsFrom(repository: string): string[] {
  const serversDir = variable('BENCH_SERVERS_DIR')
  return [
    ...Object.entries(OPTIONS).flatMap(([name, option]) => {
      const value = variable(name)
      return value === undefined ? [] : [option, value]
    }),
    ...(serversDir === undefined ? [] : ['--servers-dir', resolve(repository, serversDir)]),
    ...(variable('BENCH_OPTIONS')?.trim().split(/\s+/) ?? []),
  ]
}
