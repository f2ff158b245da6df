import { version } from 'esbuild'
import { bundle } from '../../../shared/probes/bundle.ts'
import { STEPS } from '../../folders/servers.ts'
import { measuring } from '../../measure/probe.ts'
import { inFolders } from '../../measure/subjects.ts'
import { readTemplates, type Template } from '../../templates/template.ts'
import { bundleClient, bundleLibrary, bundleServer } from './measure.ts'

const templates = await readTemplates()

export default measuring({
  probe: bundle,
  description: bundle.sentence,
  subjects: inFolders(
    { library: STEPS, client: 'update-user', server: 'update-user' },
    ({ name, manifest: { runtime } }, kind) =>
      kind === 'library' ||
      (runtime === 'node' && (kind === 'server' || templates.get(name)?.client !== undefined)),
  ),
  options: {},
  prepare: async () => ({ version: `esbuild ${version}` }),
  measure(subject) {
    if (subject.kind === 'library') return bundleLibrary(subject)
    if (subject.kind === 'server') return bundleServer(subject)
    return bundleClient(templates.get(subject.name) as Template, subject)
  },
})
