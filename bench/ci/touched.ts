/**
 * Which servers a change concerns, as JSON for a job matrix, in the output `servers`: those whose folders it touches, and
 * all where it touches what every contract is put by. `BASE` names the commit that the checkout is compared with.
 */
import { execFileSync } from 'node:child_process'
import { ROOT } from '../../shared/basics/root.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type ServerFolder } from '../host/servers.ts'
import { needed, perform, setOutput } from './job.ts'

/** Paths whose change concerns every server: the contract, the shared code, the packages. */
const CONCERNS_ALL = /^(bench|shared)\/|^(package|package-lock)\.json$|^\.npmrc$/

/**
 * @param files that changed, from the repository's root
 * @param servers names of all folders
 */
export function touchedServers(files: readonly string[], servers: readonly string[]): string[] {
  if (files.some((file) => CONCERNS_ALL.test(file))) return [...servers]
  return servers.filter((server) => files.some((file) => file.startsWith(`servers/${server}/`)))
}

/** Those whose packages no registry has are nobody's to put a contract to. */
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
  console.log(servers.length > 0 ? servers.join(', ') : 'no server is touched')
  setOutput('servers', JSON.stringify(servers))
}
