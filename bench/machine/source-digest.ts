/** What tells apart sources of the same commit that were changed differently. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { SOURCES } from './environment.ts'

/** SHA-256 of the uncommitted changes to the sources, new files included; `null` where they are not in a git repository. */
export function changesDigest(root = ROOT): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...SOURCES], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 30,
    })
  try {
    const hash = createHash('sha256').update(git('diff', '--binary', 'HEAD'))
    const added = git('ls-files', '--others', '--exclude-standard', '-z').toString().split('\0').filter(Boolean)
    for (const file of added) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
    return hash.digest('hex')
  } catch {
    return null
  }
}
