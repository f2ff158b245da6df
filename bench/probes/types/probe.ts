import { CLIENT, SCHEMA, SERVER, types } from '../../../shared/probes/types.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, numbers, positiveInteger, processes, quick } from '../../cli/options.ts'
import { STEPS } from '../../folders/servers.ts'
import { measuring } from '../../measure/probe.ts'
import { foldersWithFiles, type Subject } from '../../measure/subjects.ts'
import type { Template } from '../../templates/template.ts'
import { templateOf } from '../../templates/templates.ts'
import { compilerVersions, PACKAGES } from './compile.ts'
import { compileAll, compileFigures } from './measure.ts'

/** Sizes for a comparison of versions. */
const COMPARED = [10, 100]

/** A library's project, or another documented way to write it. */
interface Written extends Subject {
  template?: Template
}

export default measuring({
  probe: types,
  description:
    'what inferred types cost the compiler: frameworks with typed clients, and validation libraries',
  subjects: foldersWithFiles(
    { [CLIENT]: updateUser.name, [SERVER]: updateUser.name, [SCHEMA]: STEPS },
    (folder, kind) => {
      const template = templateOf(folder)
      if (kind === CLIENT) return template?.client !== undefined
      return template?.kind === (kind === SCHEMA ? 'schemas' : 'procedures')
    },
  ),
  // The projects refer to the types; a gate installs the suite without compilers.
  packages: (folder) => ['@types/node', ...PACKAGES, ...(templateOf(folder)?.packages ?? [])],
  options: {
    processes: processes(5, 1),
    sizes: value('<list>', 'procedures or schemas per project', numbers(positiveInteger), {
      standard: [10, 100, 1000],
    }),
    seed: fixedSeed,
    quick,
  },
  prepare: async () => ({ version: `tsc ${compilerVersions()}` }),
  expand: (subject): Written[] => [
    subject,
    ...(templateOf(subject)?.variants ?? []).map((template) => ({
      ...subject,
      part: `${subject.part}, ${template.variant}`,
      template,
    })),
  ],
  protocol: ({ sizes }, { lanes }) => ({ sizes, sideBySide: lanes.length }),
  async measure(subject: Written, { round, values: { sizes = COMPARED } }) {
    const template = subject.template ?? (templateOf(subject) as Template)
    const part = subject.kind === CLIENT ? 'client' : 'server'
    // The largest takes minutes.
    const roundSizes = round === 1 || sizes.length === 1 ? sizes : sizes.slice(0, -1)
    const compiles = await compileAll(template, subject.directory, part, roundSizes)
    return { displayName: template.displayName, ...compileFigures(compiles, Math.max(...sizes)) }
  },
})
