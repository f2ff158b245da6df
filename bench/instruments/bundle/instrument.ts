import { version } from 'esbuild'
import type { Bundle, BundleKind } from '../../../charts/instruments/bundle/format.ts'
import bundle from '../../../charts/instruments/bundle/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { out } from '../../cli/options.ts'
import { serverOptions } from '../../cli/server-options.ts'
import { detectPinning } from '../../host/cpus.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
  scenarioSource,
} from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { readTemplates, type Template } from '../../templates/template.ts'
import { instrumentCommand } from '../instrument.ts'
import { measureProcesses } from '../processes.ts'
import { bundleClient, bundleLibrary, bundleServer } from './measure.ts'

export default instrumentCommand({
  shows: bundle,
  description: 'bytes of validation libraries, typed clients and servers, bundled, minified and gzipped',
  options: { out: out('bundle'), servers: serverOptions.servers, serversDir: serverOptions.serversDir },
  timed: false,
  async plan({ servers: names, serversDir: directories }) {
    const servers = findServerFolders([SERVERS_DIR, ...directories])
    const all = [...servers, ...findServerFolders([`${ROOT}/validators`])]
    const folders = chooseServers(
      all.filter((folder) => scenarioSource(folder, 'steps') ?? scenarioSource(folder, 'update-user')),
      names,
    )
    const libraries = discoverServers(folders, 'steps')
    const applications = discoverServers(
      folders.filter(({ manifest }) => manifest.runtime === 'node'),
      'update-user',
    )
    const templates = await readTemplates()
    const clients = applications.installed.filter(({ name }) => templates.get(name)?.client)
    const notInstalled = [...libraries.notInstalled, ...applications.notInstalled]
    const missing = notInstalled.filter(({ name }, i) => notInstalled.findIndex((each) => each.name === name) === i)
    return {
      notInstalled: missing,
      pinning: detectPinning(),
      runtimes: runtimesOf([...libraries.installed, ...applications.installed]),
      tool: `esbuild ${version}`,
      async measure() {
        const measured = [
          ...(await bundlesOf('library', libraries.installed, bundleLibrary)).map(({ bundle: own, ...row }) => {
            if (!own) return { ...row, bundle: null }
            const { library, package: name, ...bundle } = own
            return { ...row, displayName: library, version: name && (row.packages[name] ?? row.version), bundle }
          }),
          ...(
            await bundlesOf('client', clients, (server) =>
              bundleClient(templates.get(server.name) as Template, server.directory, server.runtime),
            )
          ).map((row) => ({ ...row, displayName: templates.get(row.name)?.displayName ?? row.name })),
          ...(await bundlesOf('server', applications.installed, bundleServer)),
        ]
        return { scenario: 'update-user' as const, servers: measured.map(({ packages: _, ...row }) => row) }
      },
    }
  },
})

async function bundlesOf<B extends Bundle>(
  kind: BundleKind,
  servers: Server[],
  measure: (server: Server) => Promise<B>,
) {
  const line = ({ gzipped }: B) => `${kind}, ${gzipped} bytes gzipped`
  const measured = await measureProcesses({ servers, processes: 1, seed: 1, measure, line })
  return measured.map(({ server, processes: [bundle = null], ...identity }) => ({
    ...{ ...identity, kind, bundle, packages: server.packages },
  }))
}
