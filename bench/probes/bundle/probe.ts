import { version } from 'esbuild'
import { bundle } from '../../../shared/probes/bundle.ts'
import { STEPS } from '../../folders/servers.ts'
import { measuring } from '../../measure/probe.ts'
import { foldersWithFiles } from '../../measure/subjects.ts'
import type { Template } from '../../templates/template.ts'
import { templateOf } from '../../templates/templates.ts'
import { bundleClient, bundleLibrary, bundleServer } from './measure.ts'

export default measuring({
  probe: bundle,
  description: bundle.sentence,
  subjects: foldersWithFiles(
    { library: STEPS, client: 'update-user', server: 'update-user' },
    (folder, kind) =>
      kind === 'library' ||
      (folder.manifest.runtime === 'node' &&
        (kind === 'server' || templateOf(folder)?.client !== undefined)),
  ),
  // A client may only fit one of the two versions.
  compared: ['library', 'server'],
  options: {},
  prepare: async () => ({ version: `esbuild ${version}` }),
  measure(subject) {
    if (subject.kind === 'library') return bundleLibrary(subject)
    if (subject.kind === 'server') return bundleServer(subject)
    return bundleClient(templateOf(subject) as Template, subject)
  },
})
