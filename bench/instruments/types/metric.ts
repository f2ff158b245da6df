/** What inferred types cost the compiler, in a project of 100 procedures or schemas. */
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { STEPS, scenarioSource } from '../../folders/servers.ts'
import { hasTemplate, readTemplates, type Template } from '../../templates/template.ts'
import { processMetric } from '../metric.ts'
import { compilers } from './compile.ts'
import { measureTypes } from './measure.ts'

const SIZE = 100
/** Several checkers share their work differently each time. */
const EXACT = compilers.filter(({ name }) => name !== 'TypeScript 7')

export default processMetric({
  // The compilers count the same for the same sources.
  threshold: 0,
  ...{ exact: true, larger: 'larger', counts: false },
  // The projects refer to them.
  tools: ['@types/node'],
  files: (folder) =>
    hasTemplate(folder.name) ? [scenarioSource(folder, STEPS) ? STEPS : updateUser.name] : [],
  how: () => `a project of ${SIZE} procedures or schemas`,
  async figures({ server }, { folder }) {
    const template = (await readTemplates()).get(folder.name) as Template
    const compiles = await measureTypes(template, server.directory, [SIZE], EXACT)
    const figures: Record<string, number> = {}
    for (const { part, compiler, instantiations } of compiles)
      if (part !== 'declarations')
        figures[`${part}, instantiations by ${compiler}`] = instantiations ?? 0
    return figures
  },
})
