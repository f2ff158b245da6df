import type { Command } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { footprintAndReport } from '../../application/footprint-and-report.ts'
import { npmInstall, type ServerFolder } from '../../contenders/servers.ts'
import { installedAt } from '../../running/closure.ts'
import { userPath } from '../options.ts'
import { chosenFolders, type ServerOptions, withServerOptions } from '../server-options.ts'

interface FootprintOptions extends ServerOptions {
  audit: boolean
  out?: string
}

export function addFootprintCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('footprint')
    .usage('[options]')
    .description('packages, megabytes, install scripts and known advisories of what servers need in production')
    .option('--no-audit', 'do not ask the registry for advisories')
    .option('--out <file>', 'write the result to this file (default: results/footprint/<date>.json)')
  withServerOptions(command).action(async (options: FootprintOptions) => finish(await footprintCommand(options)))
}

async function footprintCommand(options: FootprintOptions): Promise<number> {
  const { servers, runtime, audit, out } = options
  if (runtime) throw new UsageError('--runtime changes no footprint: leave it out')
  const chosen = chosenFolders(options)
  const isInstalled = ({ directory, dependencies }: ServerFolder) =>
    dependencies.every((name) => installedAt(directory, name))
  const folders = chosen.filter(isInstalled)
  const notInstalled = chosen
    .filter((folder) => !isInstalled(folder))
    .map(({ name, directory, manifest }) => ({ name, install: manifest.install ?? npmInstall(directory) }))
  const status = await footprintAndReport({
    folders,
    notInstalled,
    audit,
    out: out === undefined ? undefined : userPath(out),
  })
  return Math.max(status, notInstalled.some(({ name }) => servers?.includes(name)) ? 1 : 0)
}
