import { COUNTS, summarizeHeap } from '../../../charts/instruments/heap/format.ts'
import heap from '../../../charts/instruments/heap/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { fixedSeed, out, processes, quick, resultFile } from '../../cli/options.ts'
import { serverOptions } from '../../cli/server-options.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { detectPinning } from '../../host/cpus.ts'
import { findRuntime } from '../../host/runtimes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  HEAP,
  SERVERS_DIR,
  scenarioSource,
} from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { instrumentCommand } from '../instrument.ts'
import { measureProcesses } from '../processes.ts'
import { heapOf } from './measure.ts'

export default instrumentCommand({
  shows: heap,
  description: 'bytes that schemas of validation libraries retain, on every installed runtime',
  options: {
    processes: processes(5, 1),
    seed: fixedSeed,
    quick,
    out: out('heap'),
    servers: serverOptions.servers,
    serversDir: serverOptions.serversDir,
  },
  place: (values) => ({ out: resultFile(values) }),
  timed: false,
  plan({ servers: names, serversDir: directories, processes, seed }) {
    const all = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...directories])
    const folders = chooseServers(
      all.filter((folder) => scenarioSource(folder, HEAP)),
      names,
    )
    const { installed, notInstalled } = discoverServers(folders, HEAP)
    const runtimes = RUNTIMES.flatMap((name) => findRuntime(name) ?? [])
    const libraries = installed.flatMap((server) =>
      runtimes.map((runtime) => ({
        ...server,
        runtime,
        name: `${server.name} on ${runtime.name}`,
        folder: server.name,
      })),
    )
    // Nothing is timed: processes may share a CPU.
    const { pinning, lanes } = lanesFor({ emulates: true }, detectPinning())
    return {
      notInstalled,
      pinning,
      runtimes: runtimesOf(libraries),
      status: notInstalled.some(({ name }) => names?.includes(name)) ? 1 : 0,
      async measure() {
        const measured = await measureProcesses({
          servers: libraries,
          ...{ processes, lanes, seed },
          measure: (library) => heapOf(library),
          line: (process) => {
            const summary = summarizeHeap([process])
            return `${summary?.user.used.median.toFixed(0)} bytes per schema of a user`
          },
        })
        const servers = measured.map(({ server, processes: own, ...identity }) => {
          const [named] = own
          const version = named ? (server.packages[named.package] ?? server.version) : identity.version
          return {
            ...identity,
            name: server.folder,
            displayName: named?.library ?? server.manifest.name ?? server.folder,
            version,
            processes: own.map(({ user, string }) => ({ user, string })),
            summary: identity.refusal === null ? summarizeHeap(own) : null,
          }
        })
        return { scenario: 'update-user' as const, counts: [...COUNTS], processes, seed, servers: sixDigits(servers) }
      },
    }
  },
})
