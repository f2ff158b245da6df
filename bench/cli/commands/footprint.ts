import { UsageError } from '../../../shared/basics/errors.ts'
import { footprintAndReport } from '../../application/footprint-and-report.ts'
import { installedAt } from '../../contenders/closure.ts'
import { npmInstall, type ServerFolder } from '../../contenders/servers.ts'
import { command } from '../command.ts'
import { out } from '../options.ts'
import { chosenFolders, serverOptions } from '../server-options.ts'

export const footprint = command({
  name: 'footprint',
  description: 'packages, megabytes and install scripts of what servers need in production',
  options: { out: out('footprint'), ...serverOptions },
  async run({ out, ...options }) {
    if (options.runtime) throw new UsageError('--runtime changes no footprint: leave it out')
    const chosen = chosenFolders(options)
    const isInstalled = ({ directory, dependencies }: ServerFolder) =>
      dependencies.every((name) => installedAt(directory, name))
    const folders = chosen.filter(isInstalled)
    const notInstalled = chosen
      .filter((folder) => !isInstalled(folder))
      .map(({ name, directory, manifest }) => ({ name, install: manifest.install ?? npmInstall(directory) }))
    const status = await footprintAndReport({ folders, notInstalled, out })
    return notInstalled.some(({ name }) => options.servers?.includes(name)) ? Math.max(status, 1) : status
  },
})
