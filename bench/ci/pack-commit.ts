/** A package as a commit would publish it: checked out apart, built by its own command, packed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { npm } from '../host/npm.ts'
import { runShown } from './child.ts'

interface PackOrder {
  /** Where the repository is checked out. */
  repository: string
  commit: string
  /** Folder of the package in the repository; `.` is its root. */
  folder: string
  /** Shell command that makes the package ready for packing; none where it is empty. */
  build: string
  /** A directory that is the caller's, and where the archive goes. */
  directory: string
  label: string
}

/**
 * @returns the archive's path
 * @throws in one line, where the commit is not there, or its build or npm fails
 */
export async function packCommit({ repository, commit, folder, build, directory, label }: PackOrder): Promise<string> {
  const tree = join(directory, `${label}-tree`)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    git('worktree', 'add', '--detach', '--force', tree, commit)
  } catch (error) {
    const reason = oneLine(String((error as { stderr?: Buffer }).stderr ?? messageOf(error)))
    throw new Error(`${label}: ${commit} can't be checked out (fetch-depth: 2 brings it): ${reason}`)
  }
  try {
    const place = join(tree, folder)
    if (build) {
      console.log(`${label}: ${build}`)
      const { status } = await runShown(['bash', '-eo', 'pipefail', '-c', build], { cwd: place })
      if (status !== 0) throw new Error(`${label}: its build failed with status ${status}: ${build}`)
    }
    const packed = join(directory, label)
    mkdirSync(packed)
    try {
      await npm(['pack', '--loglevel=error', '--pack-destination', packed], place)
    } catch (error) {
      throw new Error(`${label} can't be packed: ${messageOf(error)}`)
    }
    return join(packed, readdirSync(packed)[0] as string)
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(tree, { recursive: true, force: true })
  }
}
