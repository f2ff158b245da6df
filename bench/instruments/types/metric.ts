/** What inferred types cost the compiler, in a project of 100 procedures or schemas. */
import type { Compile } from '../../../charts/instruments/types/format.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { STEPS, scenarioSource } from '../../host/servers.ts'
import { hasTemplate, readTemplates, type Template } from '../../templates/template.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { measureProcesses } from '../processes.ts'
import { compilers } from './compile.ts'
import { measureTypes } from './measure.ts'

const SIZE = 100
const LIMIT_SECONDS = 300
/** Several checkers share their work differently each time. */
const EXACT = compilers.filter(({ name }) => name !== 'TypeScript 7')

export default {
  // The compilers count the same for the same sources.
  threshold: 0,
  ...{ exact: true, larger: 'larger', counts: false },
  // The projects refer to them.
  tools: ['@types/node'],
  fits: ({ name }) => hasTemplate(name),
  async measure({ servers, folder }) {
    const template = (await readTemplates()).get(folder.name) as Template
    const sides = bothSides(
      await measureProcesses({
        servers: servers(scenarioSource(folder, STEPS) ? STEPS : updateUser.name),
        ...{ processes: 1, seed: 1 },
        measure({ directory }) {
          const plan = { template, folder: directory, compilers: EXACT, limitSeconds: LIMIT_SECONDS }
          return measureTypes({ ...plan, sizes: [SIZE], emits: false })
        },
        line: ({ compiles }) => `${compiles.map(({ instantiations }) => instantiations).join(', ')} instantiations`,
      }),
    )
    const first = sides[0][0]?.compiles ?? []
    const rows = first.map(({ compiler, part }) => {
      const isSame = (other: Compile) => other.compiler === compiler && other.part === part
      const name = `${part}, instantiations by ${compiler}`
      return rowOf(name, sides, ({ compiles }) => compiles.find(isSame)?.instantiations ?? 0)
    })
    return { how: `a project of ${SIZE} procedures or schemas`, rows }
  },
} satisfies Metric as Metric
