import type { Command } from 'commander'
import { textTable } from '../../../shared/basics/text-table.ts'
import { newerVersions, type UsedPackage, usedPackages } from '../../contenders/outdated.ts'
import { chosenFolders, type ServerOptions, withServerOptions } from '../server-options.ts'

export function addOutdatedCommand(program: Command, finish: (status: number) => void): void {
  const command = program.command('outdated').description('servers whose packages are behind the registry')
  withServerOptions(command).action(async (options: ServerOptions) => {
    finish(await outdated(usedPackages(chosenFolders(options))))
  })
}

/** Questions that are put to the registry at the same time. */
const AT_ONCE = 4

/** @returns 1 where a package is behind within its major version, which any server that uses it can take */
async function outdated(packages: readonly UsedPackage[]): Promise<number> {
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
  const day = new Date().toISOString().slice(0, 10)
  if (rows.length > 0) {
    console.log(textTable(['package', 'used', 'newer', 'newer major', 'servers'], rows.sort()))
  }
  if (!isBehind) console.log(`On ${day} no package is behind within its major version.`)
  for (const { name, version, servers } of unknown) {
    console.log(`not found in the registry: ${name}@${version}, of ${servers.join(', ')}`)
  }
  return isBehind ? 1 : 0
}
