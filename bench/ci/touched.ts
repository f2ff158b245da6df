/**
 * Writes the servers that a change affects to the output `servers`, as a JSON job matrix: servers whose folders change, or all
 * if shared code changes. `BASE` is the commit to compare with.
 */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../../shared/basics/root.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type ServerFolder } from '../host/servers.ts'
import { needed, perform, setOutput } from './job.ts'

/** Paths whose change affects every server: the contract, shared code, packages. */
const CONCERNS_ALL = /^(bench|shared)\/|^(package|package-lock)\.json$|^\.npmrc$/

/**
 * @param files changed files, relative to the repository's root
 * @param servers names of all folders
 */
export function touchedServers(files: readonly string[], servers: readonly string[]): string[] {
  if (files.some((file) => CONCERNS_ALL.test(file))) return [...servers]
  return servers.filter((server) => files.some((file) => file.startsWith(`servers/${server}/`)))
}

/** Servers without installed packages, for example outside the registry, cannot be checked. */
function isInstalled(folder: ServerFolder): boolean {
  return [...scenarios.keys()].some((scenario) => discoverServers([folder], scenario).installed.length > 0)
}

if (import.meta.main) await perform(touched)

function touched(): void {
  const base = needed('BASE')
  const git = ['diff', '--name-only', '-z', '--no-renames', base, 'HEAD', '--']
  const files = execFileSync('git', git, { cwd: process.env.GITHUB_WORKSPACE || ROOT, encoding: 'utf8' })
  const names = findServerFolders([SERVERS_DIR])
    .filter(isInstalled)
    .map(({ name }) => name)
  const servers = touchedServers(files.split('\0').filter(Boolean), names)
  console.log(servers.length > 0 ? servers.join(', ') : 'no server is affected')
  setOutput('servers', JSON.stringify(servers))
}
