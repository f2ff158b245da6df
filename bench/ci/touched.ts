/**
 * Which servers a change concerns, as JSON for a job matrix, in the output `servers`: those whose folders it touches, and
 * all where it touches what every contract is put by. `BASE` names the commit that the checkout is compared with.
 */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../../shared/basics/root.ts'
import { findServerFolders, SERVERS_DIR } from '../contenders/servers.ts'
import { needed, setOutput } from './job.ts'

/** What decides how every server is put to the contract, or which packages it has. */
const CONCERNS_ALL = /^(bench|shared)\/|^(package|package-lock)\.json$|^\.npmrc$/

/**
 * @param files that changed, from the repository's root
 * @param servers names of all folders
 */
export function touchedServers(files: readonly string[], servers: readonly string[]): string[] {
  if (files.some((file) => CONCERNS_ALL.test(file))) return [...servers]
  return servers.filter((server) => files.some((file) => file.startsWith(`servers/${server}/`)))
}

if (import.meta.main) {
  const base = needed('BASE')
  const git = ['diff', '--name-only', '-z', '--no-renames', base, 'HEAD', '--']
  const files = execFileSync('git', git, { cwd: process.env.GITHUB_WORKSPACE || ROOT, encoding: 'utf8' })
  const names = findServerFolders([SERVERS_DIR]).map(({ name }) => name)
  const servers = touchedServers(files.split('\0').filter(Boolean), names)
  console.log(servers.length > 0 ? servers.join(', ') : 'no server is touched')
  setOutput('servers', JSON.stringify(servers))
}
