/**
 * The gate that a framework's repository puts before a merge: builds the package of two commits, and has `versions` pack and
 * compare them under one of the suite's servers on this one machine. Its variables are the inputs of `action.yml`.
 *
 * Exit status: 0 not slower, 1 slower, 2 wrong usage, 3 could not be measured; that is 0 where the input `unmeasured` is neutral.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  UNCHANGED,
  unchangedMarkdown,
  unmeasurableMarkdown,
} from '../../charts/table/versions-summary.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { main } from '../commands/program.ts'
import { checkOnly } from '../commands/versions.ts'
import { manifestOf, packageIn } from '../folders/package-json.ts'
import { managerOf, usualBuild } from '../folders/package-manager.ts'
import { git, gitOrNone } from '../processes/git.ts'
import { makeScratch } from '../processes/scratch.ts'
import { buildPackage, checkOut } from './build-commit.ts'
import { assertUnchanged, readStates } from './file-states.ts'
import {
  addSummary,
  requiredVariable,
  runShown,
  setOutput,
  stopCommands,
  untrustedEnvironment,
  variable,
} from './job.ts'
import { mayDiffer } from './shipped.ts'

const OUTCOMES: Record<number, string> = { 0: 'not slower', 1: 'slower', 2: 'wrong usage' }
const UNMEASURED = { status: 3, outcome: 'not measured' }

/** Options of `versions` by the variable that has their value. */
const OPTIONS: Record<string, string> = {
  BENCH_SERVER: '--servers',
  BENCH_METRIC: '--metric',
  BENCH_PACK: '--pack',
  BENCH_FAIL_BELOW: '--fail-below',
}

/** The same for options with a path in the repository. */
const PATHS: Record<string, string> = {
  BENCH_SERVERS_DIR: '--servers-dir',
  BENCH_CASES: '--cases',
}

const LABELS = ['base', 'head'] as const

const directory = makeScratch('bench-gate-')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(UNMEASURED.status))
const resume = stopCommands()
process.on('exit', () => console.log(resume))

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
  const repository = requiredVariable('GITHUB_WORKSPACE')
  const folder = variable('BENCH_PACKAGE_FOLDER') ?? '.'
  const { name } = packageIn(resolve(repository, folder))
  const unmeasured = variable('BENCH_UNMEASURED') ?? 'fail'
  if (!['fail', 'neutral'].includes(unmeasured))
    throw new UsageError(`unmeasured: ${unmeasured} is none of fail, neutral`)
  // After the scratch directory, which has the checkouts, is removed.
  process.on('exit', () => gitOrNone(repository, 'worktree', 'prune'))
  const commits = [variable('BENCH_BASE') ?? 'HEAD^1', variable('BENCH_HEAD') ?? 'HEAD']
  const trees = LABELS.map((label) => join(directory, label))
  for (const [i, label] of LABELS.entries())
    checkOut({ repository, commit: commits[i] as string, tree: trees[i] as string, label })
  const folders = trees.map((tree) => join(tree, folder))
  const summary = join(directory, 'summary.md')
  const out = resolve(repository, variable('BENCH_OUT') ?? 'versions.json')
  const args = [
    variable('BENCH_SCENARIO') ?? 'update-user',
    ...folders.map((path) => `${name}@file:${path}`),
    `--labels=${LABELS}`,
    `--commits=${commits.map((commit) => git(repository, 'rev-parse', commit))}`,
    `--out=${out}`,
    `--summary=${summary}`,
    ...optionsFrom(repository),
  ]
  const wrong = await checkArguments(args)
  if (wrong) {
    addSummary(unmeasurableMarkdown(wrong.reason))
    return wrong.status
  }
  const builds = folders.map((path, i) => buildCommand(path, trees[i] as string))
  const isBuilt = builds.some((build) => build !== '')
  if (!(await mayDiffer({ repository, commits, trees, folder, isBuilt }))) {
    console.log(UNCHANGED)
    addSummary(unchangedMarkdown(name))
    return 0
  }
  mkdirSync(dirname(out), { recursive: true })
  const before = readStates(ROOT)
  for (const [i, label] of LABELS.entries())
    await buildPackage(label, builds[i] as string, folders[i] as string)
  assertUnchanged(ROOT, before)
  const program = [join(ROOT, 'bench/node.mjs'), join(ROOT, 'bench/commands/main.ts')]
  const command = [process.execPath, ...program, 'versions', ...args]
  // Code that a build left in the compile cache would run.
  const env = { ...untrustedEnvironment(), NODE_DISABLE_COMPILE_CACHE: '1' }
  const status = await runShown(command, ROOT, env)
  assertUnchanged(ROOT, before)
  addSummary(
    existsSync(summary) ? readFileSync(summary, 'utf8') : unmeasurableMarkdown('see the log'),
  )
  if (existsSync(out)) setOutput('result', out)
  return status
}

/** Returns why `versions` rejects these arguments, with its exit status; undefined if it accepts them. */
async function checkArguments(args: readonly string[]) {
  let reason = ''
  const err = {
    write(text: string) {
      reason += text
      return process.stderr.write(text)
    },
  }
  const load = async () => [checkOnly]
  const status = await main(['versions', ...args], { out: { write: () => {} }, err }, load)
  return status === 0 ? undefined : { status, reason: oneLine(reason) }
}

/** Returns the command that prepares the package in a checkout. */
function buildCommand(folder: string, tree: string): string {
  const manager = variable('BENCH_PACK') ?? managerOf(tree)
  return variable('BENCH_BUILD') ?? usualBuild(manifestOf(folder).scripts, manager)
}

function optionsFrom(repository: string): string[] {
  const setOptions = (options: Record<string, string>, convert = (value: string) => value) =>
    Object.entries(options).flatMap(([name, option]) => {
      const value = variable(name)
      return value === undefined ? [] : [option, convert(value)]
    })
  return [
    ...setOptions(OPTIONS),
    ...setOptions(PATHS, (path) => resolve(repository, path)),
    ...(variable('BENCH_OPTIONS')?.trim().split(/\s+/) ?? []),
  ]
}
