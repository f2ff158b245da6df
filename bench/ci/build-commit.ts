/** Checks a commit out beside the repository, and makes its package ready to be packed. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { manifestOf } from '../folders/closure.ts'
import { managerOf } from '../folders/package-manager.ts'
import { runShown } from './job.ts'

interface BuildOrder {
  /** Directory of the repository. */
  repository: string
  commit: string
  /** The package's folder in the repository; `.` is the root. */
  folder: string
  /** Shell command that prepares the package; default: `usualBuild`. */
  build: string | undefined
  /** Package manager; default: the repository's. */
  manager: string | undefined
  /** Receives the checkout. */
  tree: string
  label: string
}

/**
 * @returns the package's folder
 * @throws on one line if the commit does not exist, or its build fails
 */
export async function buildCommit({
  repository,
  commit,
  folder,
  tree,
  label,
  ...order
}: BuildOrder): Promise<string> {
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--force', tree, commit], {
      cwd: repository,
      stdio: 'pipe',
    })
  } catch (error) {
    const reason = oneLine(String((error as { stderr?: Buffer }).stderr ?? messageOf(error)))
    throw new Error(
      `${label}: ${commit} cannot be checked out (fetch-depth: 2 fetches it): ${reason}`,
    )
  }
  const place = join(tree, folder)
  const build =
    order.build ?? usualBuild(manifestOf(place).scripts, order.manager ?? managerOf(tree))
  if (build === '') return place
  console.log(`${label}: ${build}`)
  const status = await runShown(['bash', '-eo', 'pipefail', '-c', build], place)
  if (status !== 0) throw new Error(`${label}: its build failed with status ${status}: ${build}`)
  return place
}

/** Scripts that run before a package is packed. */
const BEFORE_PACK = ['prepare', 'prepack']

/** Returns the command that prepares a package with these scripts; empty where none of them needs its packages. */
export function usualBuild(scripts: Record<string, string> = {}, manager: string): string {
  const isNeeded = ['build', ...BEFORE_PACK].some((name) => name in scripts)
  if (!isNeeded) return ''
  // Packages of a repository's website or tests may lack binaries for this Node, and fail to build their own.
  const install = `${manager} install ${manager === 'yarn' ? '--mode=skip-build' : '--ignore-scripts'}`
  return [install, ...('build' in scripts ? [`${manager} run build`] : [])].join(' && ')
}
