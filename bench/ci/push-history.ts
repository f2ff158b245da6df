/**
 * Commits and pushes new entries of the history from a nightly run. The only step that may write to the repository.
 * Exit status: 0 even if there is nothing to add.
 */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../../shared/basics/root.ts'
import { perform } from './job.ts'

/** The only paths to commit. */
const PATHS = ['results/history']
/** Others may push at the same time. */
const ATTEMPTS = 5

const root = process.env.GITHUB_WORKSPACE || ROOT
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

await perform(() => {
  if (git('status', '--porcelain', '--untracked-files=all', '--', ...PATHS) === '') console.log('nothing new')
  else push()
})

function push(): void {
  git('add', '--', ...PATHS)
  const identity = [
    '-c',
    'user.name=github-actions[bot]',
    '-c',
    'user.email=github-actions[bot]@users.noreply.github.com',
  ]
  git(...identity, 'commit', '--quiet', '-m', 'History: instructions of the night', '--', ...PATHS)
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  for (let attempt = 1; ; attempt++) {
    try {
      git('push', '--quiet', 'origin', `HEAD:${branch}`)
      console.log(`pushed to ${branch}`)
      return
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      git('fetch', '--quiet', 'origin', branch)
      git(...identity, 'rebase', '--quiet', 'FETCH_HEAD')
    }
  }
}
