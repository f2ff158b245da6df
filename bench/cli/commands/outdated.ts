import type { Command } from 'commander'
import { textTable } from '../../../shared/basics/text-table.ts'
import { noteCurrentPackages } from '../../../shared/result/current-packages.ts'
import { newerVersions, type UsedPackage, usedPackages } from '../../contenders/outdated.ts'
import { findServerFolders, SERVERS_DIR, type ServerFolder } from '../../contenders/servers.ts'
import { lockfileHash } from '../../machine/environment.ts'
import { say } from '../../terminal/output.ts'
import { chosenFolders, type ServerOptions, withServerOptions } from '../server-options.ts'

export function addOutdatedCommand(program: Command, finish: (status: number) => void): void {
  const command = program.command('outdated').description('servers whose packages are behind the registry')
  withServerOptions(command).action(async (options: ServerOptions) => {
    const folders = chosenFolders(options)
    const { isBehind, unknown } = await outdated(usedPackages(folders))
    if (!isBehind) noteCurrent(folders, unknown)
    finish(isBehind ? 1 : 0)
  })
}

/** Questions that are put to the registry at the same time. */
const AT_ONCE = 4

interface Outdated {
  /** Whether a package is behind within its major version, which any server that uses it can take. */
  isBehind: boolean
  unknown: UsedPackage[]
}

const today = () => new Date().toISOString().slice(0, 10)

/** Where all servers were asked for, and the registry knows all packages but those that the lockfile does not hold. */
function noteCurrent(folders: readonly ServerFolder[], unknown: readonly UsedPackage[]): void {
  const inLockfile = folders.filter(({ manifest }) => manifest.install === undefined).map(({ name }) => name)
  const isComplete = findServerFolders([SERVERS_DIR]).every(({ name }) =>
    folders.some((folder) => folder.name === name),
  )
  const hash = lockfileHash()
  if (!isComplete || !hash || unknown.some(({ servers }) => servers.some((name) => inLockfile.includes(name)))) return
  noteCurrentPackages(hash, today())
}

async function outdated(packages: readonly UsedPackage[]): Promise<Outdated> {
  const rows: string[][] = []
  const unknown: UsedPackage[] = []
  let isBehind = false
  const left = [...packages]
  const ask = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { name, version, servers } = one
      try {
        const { compatible, major } = await newerVersions(one)
        if (compatible) isBehind = true
        if (compatible || major) rows.push([name, version, compatible ?? '', major ?? '', servers.join(', ')])
      } catch {
        unknown.push(one)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  if (rows.length > 0) {
    say(textTable(['package', 'used', 'newer', 'newer major', 'servers'], rows.sort()))
  }
  if (!isBehind) say(`On ${today()} no package is behind within its major version.`)
  for (const { name, version, servers } of unknown) {
    say(`not found in the registry: ${name}@${version}, of ${servers.join(', ')}`)
  }
  return { isBehind, unknown }
}
