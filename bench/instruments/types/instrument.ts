import types from '../../../charts/instruments/types/instrument.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, numbers, positiveInteger, processes, quick, seconds } from '../../cli/options.ts'
import { STEPS } from '../../host/servers.ts'
import { readTemplates, type Template } from '../../templates/template.ts'
import { foldersCommand } from '../folders.ts'
import { measureProcesses } from '../processes.ts'
import { compilers } from './compile.ts'
import { type Measured, measureTypes, merge } from './measure.ts'

const SIZES = numbers(positiveInteger)
const VERSIONS = [...new Set(compilers.map(({ version }) => version))]

export default foldersCommand({
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
    ...{ seed: fixedSeed, quick },
  },
  files: { procedures: updateUser.name, schemas: STEPS },
  prepare: async () => ({ templates: await readTemplates(), version: `tsc ${VERSIONS.join(' and ')}` }),
  fits: ({ name }, kind, { templates }) => templates.get(name)?.kind === kind,
  async measure({ subjects, tool: { templates }, values: { processes, repeated, sizes, limit, sideBySide, seed } }) {
    const templateOf = ({ name }: { name: string }) => templates.get(name) as Template
    const again = sizes.filter((size) => repeated.includes(size))
    const rounds = again.length > 0 ? processes : 1
    const measured = await measureProcesses({
      servers: subjects,
      ...{ processes: rounds, seed, lanes: Array.from({ length: sideBySide }, () => null) },
      measure(subject, round) {
        const plan = { template: templateOf(subject), folder: subject.directory, compilers, limitSeconds: limit }
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
        ...{ displayName: templateOf(server).displayName, kind: server.kind },
        ...(refusal === null ? merge(all) : { refusal, compiles: [], declarations: [] }),
      })),
    }
  },
})

function lineOf(compiles: Measured['compiles']): string {
  const largest = compiles.slice(-compilers.length)
  const count = ({ instantiations, failure }: (typeof largest)[number]) => failure ?? grouped(instantiations ?? 0)
  return `${largest.map(count).join(', ')} instantiations at ${largest[0]?.size}`
}
