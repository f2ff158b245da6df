/** Checks a commit out beside the repository, and makes its package ready to be packed. */
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { git } from '../processes/git.ts'
import { runShown, untrustedEnvironment } from './job.ts'

interface Checkout {
  /** Directory of the repository. */
  repository: string
  commit: string
  /** Receives the commit's files. */
  tree: string
  label: string
}

/** @throws on one line if the commit does not exist */
export function checkOut({ repository, commit, tree, label }: Checkout): void {
  try {
    git(repository, 'worktree', 'add', '--detach', '--force', tree, commit)
  } catch (error) {
    const reason = oneLine(String((error as { stderr?: string }).stderr ?? messageOf(error)))
    throw new Error(
      `${label}: ${commit} cannot be checked out (fetch-depth: 2 fetches it): ${reason}`,
    )
  }
}

/**
 * Runs the shell command that prepares a package in its folder, in an environment without the job's own variables.
 * @throws on one line if it fails
 */
export async function buildPackage(label: string, build: string, folder: string): Promise<void> {
  if (build === '') return
  console.log(`${label}: ${build}`)
  const command = ['bash', '-eo', 'pipefail', '-c', build]
  const status = await runShown(command, folder, untrustedEnvironment())
  if (status !== 0) throw new Error(`${label}: its build failed with status ${status}: ${build}`)
}
