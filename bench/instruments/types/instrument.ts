import { join } from 'node:path'
import types from '../../../charts/instruments/types/instrument.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, numbers, out, positiveInteger, processes, quick, seconds } from '../../cli/options.ts'
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
import { compilers } from './compile.ts'
import { type Measured, measureTypes, merge } from './measure.ts'

const SIZES = numbers(positiveInteger)

export default instrumentCommand({
  shows: types,
  description: 'what inferred types cost the compiler: frameworks with typed clients, and validation libraries',
  options: {
    processes: processes(5, 1),
    repeated: value('<list>', 'sizes that all of these processes compile; the first one compiles all', SIZES, {
      standard: [100],
    }),
    sizes: value('<list>', 'procedures or schemas of the projects', SIZES, {
      standard: [10, 100, 1000],
    }),
    limit: value('<s>', 'seconds of CPU time after which a compiler is ended', seconds, { standard: 300 }),
    sideBySide: value('<n>', 'compilers that run at a time; CPU time is rough with more than one', positiveInteger, {
      standard: 1,
    }),
    ...{ seed: fixedSeed, quick, out: out('types'), servers: serverOptions.servers },
  },
  // No server is loaded, and the compilers use all CPUs.
  timed: false,
  async plan({ servers: names, processes, repeated, sizes, limit, sideBySide, seed }) {
    const templates = await readTemplates()
    const all = findServerFolders([SERVERS_DIR, join(ROOT, 'validators')])
    const folders = chooseServers(
      all.filter(({ name }) => templates.has(name)),
      names,
    )
    // A validation library may be no server.
    const byFile = Map.groupBy(folders, (folder) => (scenarioSource(folder, 'steps') ? 'steps' : 'update-user'))
    const found = [...byFile].map(([file, some]) => discoverServers(some, file))
    const installed = found.flatMap((each) => each.installed)
    const notInstalled = found.flatMap((each) => each.notInstalled)
    const again = sizes.filter((size) => repeated.includes(size))
    const rounds = again.length > 0 ? processes : 1
    const templateOf = ({ name }: Server) => templates.get(name) as Template
    return {
      notInstalled,
      pinning: detectPinning(),
      runtimes: runtimesOf(installed),
      tool: `tsc ${[...new Set(compilers.map(({ version }) => version))].join(' and ')}`,
      async measure() {
        const measured = await measureProcesses({
          servers: installed,
          ...{ processes: rounds, seed, lanes: Array.from({ length: sideBySide }, () => null) },
          measure(server, round) {
            const plan = { template: templateOf(server), folder: server.directory, compilers, limitSeconds: limit }
            return measureTypes({ ...plan, sizes: round === 1 ? sizes : again, emits: round === 1 })
          },
          line: ({ compiles }) => lineOf(compiles),
        })
        return {
          protocol: {
            ...{ sizes, processes: rounds, repeated: again, limitSeconds: limit, sideBySide, seed },
            compilers: compilers.map(({ name, version, arguments: args }) => ({ name, version, arguments: args })),
          },
          servers: measured.map(({ server, processes: all, refusal, ...identity }) => ({
            ...identity,
            ...{ displayName: templateOf(server).displayName, kind: templateOf(server).kind },
            ...(refusal === null ? merge(all) : { refusal, compiles: [], declarations: [] }),
          })),
        }
      },
    }
  },
})

function lineOf(compiles: Measured['compiles']): string {
  const largest = compiles.slice(-compilers.length)
  const count = ({ instantiations, failure }: (typeof largest)[number]) => failure ?? grouped(instantiations ?? 0)
  return `${largest.map(count).join(', ')} instantiations at ${largest[0]?.size}`
}
