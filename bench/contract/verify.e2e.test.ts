/**
 * All servers keep the contracts. A few of each runtime, and those whose folders the last commit or the work tree changes,
 * are tested with the invariants and arbitrary inputs as well; `verify.timing.test.ts` does so with all.
 */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../../shared/basics/root.ts'
import { testContracts } from '../test/server-contracts.ts'

const FEW = ['express', 'fastify-zod', 'hono.bun', 'hono.deno', 'http-node', 'trpc']

/** Empty where git has no earlier commit. */
function changedFiles(): string[] {
  try {
    const git = ['diff', '--name-only', 'HEAD^1', '--', 'servers']
    return execFileSync('git', git, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
  } catch {
    return []
  }
}

const changed = new Set(changedFiles().map((file) => file.split('/')[1]))
testContracts((server) => FEW.includes(server) || changed.has(server))
