import { version } from 'esbuild'
import edge from '../../../charts/instruments/edge/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { counts, fixedSeed, out, processes, quick } from '../../cli/options.ts'
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
import { type Contender, findWorkerd } from './launch.ts'
import { edgeOf } from './measure.ts'

const FILES = { framework: EDGE, library: 'steps' } as const

export default instrumentCommand({
  shows: edge,
  description: 'which frameworks and validation libraries run on Cloudflare Workers, and what their starts execute',
  options: {
    ...{ processes: processes(5, 1), counts, seed: fixedSeed, quick, out: out('edge') },
    ...{ servers: serverOptions.servers, serversDir: serverOptions.serversDir },
  },
  timed: false,
  async plan({ servers: names, serversDir: directories, processes, seed, counts }) {
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
          ...{ servers: contenders, processes, lanes, seed },
          measure: (contender, _, cpus) => edgeOf(contender, { workerd, seed, counter }, cpus),
          line: ({ workers, strict }) => [workers, strict].map(({ failure }) => failure ?? 'runs').join(' · '),
        })
        const { version, compatibilityDate } = workerd
        const counting = counter && { counterVersion: counter.version, selfCheck: counter.selfCheck }
        return {
          scenario: 'update-user' as const,
          protocol: { workerd: version, compatibilityDate, processes, seed, counting },
          servers: measured.map(({ server, processes, ...identity }) => {
            const [own] = identity.refusal === null ? processes : []
            if (!own) return { ...identity, kind: server.kind, edge: null }
            const { named, start: _, ...observed } = own
            const library = named && {
              displayName: named.library,
              version: named.package && (server.packages[named.package] ?? server.version),
            }
            const starts = processes.flatMap(({ start }) => start ?? [])
            return { ...identity, ...library, kind: server.kind, edge: { ...observed, starts } }
          }),
        }
      },
    }
  },
})
