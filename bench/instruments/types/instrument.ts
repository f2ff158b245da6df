import types from '../../../charts/instruments/types/instrument.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, numbers, positiveInteger, processes, quick } from '../../cli/options.ts'
import { STEPS } from '../../folders/servers.ts'
import { readTemplates, type Template } from '../../templates/template.ts'
import { foldersCommand } from '../folders.ts'
import { measureProcesses } from '../processes.ts'
import { compilers, VERSIONS } from './compile.ts'
import { measureTypes, merge } from './measure.ts'

export default foldersCommand({
  shows: types,
  description:
    'what inferred types cost the compiler: frameworks with typed clients, and validation libraries',
  options: {
    processes: processes(5, 1),
    sizes: value('<list>', 'procedures or schemas per project', numbers(positiveInteger), {
      standard: [10, 100, 1000],
    }),
    ...{ seed: fixedSeed, quick },
  },
  files: { procedures: updateUser.name, schemas: STEPS },
  prepare: async () => ({ templates: await readTemplates(), version: `tsc ${VERSIONS}` }),
  fits: ({ name }, kind, { templates }) => templates.get(name)?.kind === kind,
  async measure({ subjects, tool: { templates }, values: { processes, sizes, seed }, lanes }) {
    const all = subjects.flatMap((subject) => {
      const template = templates.get(subject.name) as Template
      const variants = template.variants ?? []
      return [
        { ...subject, template },
        ...variants.map((each) => ({ ...subject, template: each, part: each.variant })),
      ]
    })
    // The largest takes minutes.
    const again = sizes.length > 1 ? sizes.slice(0, -1) : sizes
    const measured = await measureProcesses({
      ...{ servers: all, processes, seed, lanes },
      measure: ({ template, directory }: (typeof all)[number], round) =>
        measureTypes(template, directory, round === 1 ? sizes : again, compilers),
      line: (compiles) => `${grouped(compiles.at(-1)?.instantiations ?? 0)} instantiations`,
    })
    return {
      protocol: { sizes, processes, sideBySide: lanes.length, seed },
      servers: measured.map(({ server, processes: all, refusal, ...identity }) => ({
        ...{ ...identity, displayName: server.template.displayName, kind: server.kind },
        ...(server.part !== undefined && { variant: server.part }),
        ...(refusal === null ? merge(all) : { refusal, compiles: [] }),
      })),
    }
  },
})
