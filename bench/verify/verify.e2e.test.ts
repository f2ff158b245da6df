/**
 * Checks a few servers: one in each scenario, and each runtime and two special wires in one. Servers whose folders the last
 * commit or the work tree changes are checked as fully as in `verify.nightly.test.ts`.
 */
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { testContracts } from '../test/server-contracts.ts'

const FEW = ['connect', 'hono.bun', 'hono.deno', 'orpc']
/** A commit that changes more servers changes shared code: checking all of them would take half an hour. */
const MOST_CHANGED = 3

/** Returns servers with changed or new files; empty without an earlier commit. */
function changedServers(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\n')
  try {
    const files = [
      ...git('diff', '--name-only', 'HEAD^1', '--', 'servers/*/*'),
      ...git('ls-files', '--others', '--exclude-standard', '--', 'servers/*/*'),
    ]
    return [...new Set(files.filter(Boolean).map((file) => file.split('/')[1] ?? ''))]
  } catch {
    return []
  }
}

const changed = changedServers()
const areMany = changed.length > MOST_CHANGED
const thorough = areMany ? [] : changed
testContracts(({ name }, scenario) => {
  if (thorough.includes(name)) return 'thorough'
  if (name === 'http-node') return scenario === 'update-user' ? 'thorough' : 'contract'
  return FEW.includes(name) && scenario === 'update-user' ? 'contract' : null
})
if (areMany)
  test('changed servers', { skip: `${changed.length} of them: npm run test:nightly` }, () => {})
