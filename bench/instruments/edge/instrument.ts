import { version } from 'esbuild'
import edge from '../../../charts/instruments/edge/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { counts, fixedSeed, out } from '../../cli/options.ts'
import { serverOptions } from '../../cli/server-options.ts'
import { counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { detectPinning } from '../../host/cpus.ts'
import {
  chooseServers,
  discoverServers,
  EDGE,
  findServerFolders,
  SERVERS_DIR,
  scenarioSource,
} from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { say } from '../../terminal/output.ts'
import { instrumentCommand } from '../instrument.ts'
import { measureProcesses } from '../processes.ts'
import { findWorkerd } from './launch.ts'
import { type Contender, edgeOf } from './measure.ts'

const FILES = { framework: EDGE, library: 'steps' } as const

export default instrumentCommand({
  shows: edge,
  description: 'which frameworks and validation libraries run on Cloudflare Workers, and what their bundles weigh',
  options: {
    ...{ counts, seed: fixedSeed, out: out('edge') },
    ...{ servers: serverOptions.servers, serversDir: serverOptions.serversDir },
  },
  timed: false,
  async plan({ servers: names, serversDir: directories, seed, counts }) {
    const workerd = await findWorkerd()
    const all = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...directories])
    const kindOf = (folder: (typeof all)[number]) =>
      (['framework', 'library'] as const).find((kind) => scenarioSource(folder, FILES[kind]))
    const folders = chooseServers(all.filter(kindOf), names)
    const found = [...Map.groupBy(folders, kindOf)].map(([kind = 'library', own]) => {
      const { installed, notInstalled } = discoverServers(own, FILES[kind])
      return { installed: installed.map((server): Contender => ({ ...server, kind })), notInstalled }
    })
    const contenders = found.flatMap(({ installed }) => installed)
    const notInstalled = found.flatMap((each) => each.notInstalled)
    const { counter, notCounted } = await counterOrNone(counts)
    if (notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    // Nothing is timed: processes may share a CPU.
    const { pinning, lanes } = lanesFor(detectPinning())
    return {
      notInstalled,
      pinning,
      runtimes: runtimesOf(contenders),
      tool: `esbuild ${version}`,
      async measure() {
        const measured = await measureProcesses({
          ...{ servers: contenders, processes: 1, lanes, seed },
          measure: (contender, _, cpus) => edgeOf(contender, { workerd, seed, counter }, cpus),
          line: ({ workers, strict }) => [workers, strict].map(({ failure }) => failure ?? 'runs').join(' · '),
        })
        const { version, compatibilityDate } = workerd
        const counting = counter && { counterVersion: counter.version, selfCheck: counter.selfCheck }
        return {
          scenario: 'update-user' as const,
          protocol: { workerd: version, compatibilityDate, seed, counting },
          servers: measured.map(({ server, processes: [own], ...identity }) => {
            if (!own) return { ...identity, kind: server.kind, edge: null }
            const { named, ...observed } = own
            const library = named && {
              displayName: named.library,
              version: named.package && (server.packages[named.package] ?? server.version),
            }
            return { ...identity, ...library, kind: server.kind, edge: observed }
          }),
        }
      },
    }
  },
})
