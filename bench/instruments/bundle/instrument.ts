import { version } from 'esbuild'
import bundle from '../../../charts/instruments/bundle/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { out } from '../../cli/options.ts'
import { serverOptions } from '../../cli/server-options.ts'
import { detectPinning } from '../../host/cpus.ts'
import { chooseServers, discoverServers, findServerFolders, SERVERS_DIR, scenarioSource } from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { instrumentCommand } from '../instrument.ts'
import { measureProcesses } from '../processes.ts'
import { bundleOf } from './measure.ts'

export default instrumentCommand({
  shows: bundle,
  description: 'bytes of validation libraries with the schema of update-user, bundled, minified and gzipped',
  options: { out: out('bundle'), servers: serverOptions.servers, serversDir: serverOptions.serversDir },
  timed: false,
  plan({ servers: names, serversDir: directories }) {
    const all = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...directories])
    const folders = chooseServers(
      all.filter((folder) => scenarioSource(folder, 'steps')),
      names,
    )
    const { installed, notInstalled } = discoverServers(folders, 'steps')
    return {
      notInstalled,
      pinning: detectPinning(),
      runtimes: runtimesOf(installed),
      tool: `esbuild ${version}`,
      status: notInstalled.some(({ name }) => names?.includes(name)) ? 1 : 0,
      async measure() {
        const measured = await measureProcesses({
          servers: installed,
          processes: 1,
          seed: 1,
          measure: bundleOf,
          line: ({ gzipped }) => `${gzipped} bytes gzipped`,
        })
        const libraries = measured.map(({ server, processes: [own], ...identity }) => {
          if (!own) return { ...identity, bundle: null }
          const { library, package: name, ...sizes } = own
          const version = name && (server.packages[name] ?? server.version)
          return { ...identity, displayName: library, version, bundle: sizes }
        })
        return { scenario: 'update-user' as const, servers: libraries }
      },
    }
  },
})
