import { COUNTS, summarizeHeap, summarizeRoutes } from '../../../charts/instruments/heap/format.ts'
import heap from '../../../charts/instruments/heap/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { counts, fixedSeed, out, processes, quick } from '../../cli/options.ts'
import { serverOptions } from '../../cli/server-options.ts'
import { counterOrNone } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { detectPinning } from '../../host/cpus.ts'
import { findRuntime } from '../../host/runtimes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  HEAP,
  MANY_ROUTES,
  SERVERS_DIR,
  type Server,
  scenarioSource,
} from '../../host/servers.ts'
import { runtimesOf } from '../../run/run-record.ts'
import { say } from '../../terminal/output.ts'
import { instrumentCommand } from '../instrument.ts'
import { type MeasuredServer, measureProcesses } from '../processes.ts'
import { heapOf, instructionsOf } from './measure.ts'
import { routesHeapOf } from './routes.ts'

/** Counted processes: their figures agree within about 5%, and take far longer. */
const COUNTED = 1

/** A library on a runtime; its name says both. */
interface Library extends Server {
  folder: string
}

export default instrumentCommand({
  shows: heap,
  description: 'bytes that schemas of validation libraries retain, and routes of servers',
  options: {
    processes: processes(5, 1),
    counts,
    seed: fixedSeed,
    quick,
    out: out('heap'),
    servers: serverOptions.servers,
    serversDir: serverOptions.serversDir,
  },
  timed: false,
  async plan({ servers: names, serversDir: directories, processes, counts, seed }) {
    const all = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...directories])
    const folders = chooseServers(
      all.filter((folder) => scenarioSource(folder, HEAP) || scenarioSource(folder, MANY_ROUTES)),
      names,
    )
    const { installed, ...withoutSchemas } = discoverServers(folders, HEAP)
    const { installed: servers, ...withoutRoutes } = discoverServers(folders, MANY_ROUTES)
    const notInstalled = [...withoutSchemas.notInstalled, ...withoutRoutes.notInstalled]
    const runtimes = RUNTIMES.flatMap((name) => findRuntime(name) ?? [])
    const libraries = installed.flatMap((server) =>
      runtimes.map((runtime) => ({
        ...server,
        runtime,
        name: `${server.name} on ${runtime.name}`,
        folder: server.name,
      })),
    )
    const { counter, notCounted } = await counterOrNone(counts)
    if (notCounted !== null) say(`no instructions are counted: ${notCounted}`)
    // Nothing is timed: processes may share a CPU.
    const { pinning, lanes } = lanesFor(detectPinning())
    return {
      notInstalled,
      pinning,
      runtimes: runtimesOf([...libraries, ...servers]),
      tool: counter?.version ?? 'none',
      async measure() {
        const rounds = { processes, lanes, seed }
        const schemas = await measureProcesses({
          ...rounds,
          servers: libraries,
          async measure(library, round) {
            const process = await heapOf(library)
            if (!counter || round > COUNTED) return process
            return { ...process, instructions: await instructionsOf(counter, library) }
          },
          line: (process) => `${bytesText(summarizeHeap([process])?.user.used)} per schema of a user`,
        })
        const routes = await measureProcesses({
          ...rounds,
          servers,
          measure: (server, _, cpus) => routesHeapOf(server, cpus),
          line: (process) => `${bytesText(summarizeRoutes([process])?.used)} per route`,
        })
        return sixDigits({
          ...{ scenario: 'update-user' as const, counts: [...COUNTS], seed },
          ...{ processes, routeProcesses: processes, counted: counter ? Math.min(COUNTED, processes) : 0 },
          servers: schemas.map(libraryOf),
          routes: routes.map(({ server, ...own }) => ({
            ...own,
            summary: own.refusal === null ? summarizeRoutes(own.processes) : null,
          })),
        })
      },
      failed: (contents) => [...contents.servers, ...contents.routes].some(({ refusal }) => refusal !== null),
    }
  },
})

const bytesText = (bytes: Median | undefined) => `${grouped(bytes?.median ?? 0)} bytes`

function libraryOf({ server, processes, ...identity }: MeasuredServer<Awaited<ReturnType<typeof heapOf>>, Library>) {
  const [named] = processes
  return {
    ...identity,
    name: server.folder,
    displayName: named?.library ?? server.manifest.name ?? server.folder,
    version: named ? (server.packages[named.package] ?? server.version) : identity.version,
    processes: processes.map(({ library: _library, package: _package, ...figures }) => figures),
    summary: identity.refusal === null ? summarizeHeap(processes) : null,
  }
}
