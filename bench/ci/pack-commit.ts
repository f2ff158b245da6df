/** Packs a package as a commit would publish it: checks it out separately, builds and packs it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { npm } from '../host/npm.ts'
import { runShown } from './job.ts'

interface PackOrder {
  /** Directory of the repository. */
  repository: string
  commit: string
  /** The package's folder in the repository; `.` is the root. */
  folder: string
  /** Shell command that prepares the package; empty for none. */
  build: string
  /** The caller's directory, which receives the archive. */
  directory: string
  label: string
}

/**
 * @returns the archive's path
 * @throws on one line if the commit does not exist, or its build or npm fails
 */
export async function packCommit({ repository, commit, folder, build, directory, label }: PackOrder): Promise<string> {
  const tree = join(directory, `${label}-tree`)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    git('worktree', 'add', '--detach', '--force', tree, commit)
  } catch (error) {
    const reason = oneLine(String((error as { stderr?: Buffer }).stderr ?? messageOf(error)))
    throw new Error(`${label}: ${commit} cannot be checked out (fetch-depth: 2 fetches it): ${reason}`)
  }
  try {
    const place = join(tree, folder)
    if (build) {
      console.log(`${label}: ${build}`)
      const status = await runShown(['bash', '-eo', 'pipefail', '-c', build], place)
      if (status !== 0) throw new Error(`${label}: its build failed with status ${status}: ${build}`)
    }
    const packed = join(directory, label)
    mkdirSync(packed)
    try {
      await npm(['pack', '--loglevel=error', '--pack-destination', packed], place)
    } catch (error) {
      throw new Error(`${label} cannot be packed: ${messageOf(error)}`)
    }
    return join(packed, readdirSync(packed)[0] as string)
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(tree, { recursive: true, force: true })
  }
}
