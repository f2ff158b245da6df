import footprint from '../../../charts/instruments/footprint/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { out } from '../../cli/options.ts'
import { chosenFolders, serverOptions } from '../../cli/server-options.ts'
import { installedAt } from '../../folders/closure.ts'
import { npm } from '../../folders/package-manager.ts'
import { npmInstall, type ServerFolder } from '../../folders/servers.ts'
import { detectPinning } from '../../machine/cpus.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { instrumentCommand } from '../../measure/command.ts'
import { footprints } from './measure.ts'

export default instrumentCommand({
  shows: footprint,
  description:
    'packages, megabytes and install scripts that a fresh npm install of a server brings',
  options: { out: out('footprint'), ...serverOptions },
  timed: false,
  async plan(options) {
    if (options.runtime) throw new UsageError('--runtime changes no footprint: leave it out')
    const chosen = chosenFolders(options)
    const isInstalled = ({ directory, dependencies }: ServerFolder) =>
      dependencies.every((name) => installedAt(directory, name))
    const folders = chosen.filter(isInstalled)
    const notInstalled = chosen
      .filter((folder) => !isInstalled(folder))
      .map(({ name, directory, manifest }) => ({
        name,
        install: manifest.install ?? npmInstall(directory),
      }))
    return {
      notInstalled,
      pinning: detectPinning(),
      runtimes: [...new Set(folders.map(({ manifest }) => manifest.runtime))].flatMap(
        (name) => findRuntime(name) ?? [],
      ),
      tool: `npm ${(await npm(['--version'], ROOT)).trim()}`,
      measure: () => footprints(folders),
    }
  },
})
