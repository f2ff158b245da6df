import { version } from 'esbuild'
import {
  type Bundle,
  type BundleFile,
  type BundleKind,
  KINDS,
} from '../../../charts/instruments/bundle/format.ts'
import bundle from '../../../charts/instruments/bundle/instrument.ts'
import { STEPS } from '../../folders/servers.ts'
import { readTemplates, type Template } from '../../templates/template.ts'
import { foldersCommand, namesOf, type Subject } from '../folders.ts'
import { measureProcesses } from '../processes.ts'
import { bundleClient, bundleLibrary, bundleServer, type Named } from './measure.ts'

export default foldersCommand({
  shows: bundle,
  description:
    'bytes of validation libraries, typed clients and servers, bundled, minified and gzipped',
  options: {},
  files: { library: STEPS, client: 'update-user', server: 'update-user' },
  prepare: async () => ({ templates: await readTemplates(), version: `esbuild ${version}` }),
  fits({ name, manifest }, kind, { templates }) {
    if (kind === 'library') return true
    return (
      manifest.runtime === 'node' &&
      (kind === 'server' || templates.get(name)?.client !== undefined)
    )
  },
  async measure({ subjects, tool: { templates } }) {
    const templateOf = ({ name }: { name: string }) => templates.get(name) as Template
    const measures: Record<BundleKind, (subject: Subject) => Promise<Bundle & Partial<Named>>> = {
      library: bundleLibrary,
      client: (subject) => bundleClient(templateOf(subject), subject.directory, subject.runtime),
      server: bundleServer,
    }
    const servers: BundleFile['servers'] = []
    for (const kind of KINDS) {
      const measured = await measureProcesses({
        ...{ servers: subjects.filter((subject) => subject.kind === kind), processes: 1, seed: 1 },
        measure: measures[kind],
        line: ({ gzipped }) => `${kind}, ${gzipped} bytes gzipped`,
      })
      for (const { server, processes, ...identity } of measured) {
        const client = kind === 'client' && { displayName: templateOf(server).displayName }
        const { library, package: name, ...own } = processes[0] ?? {}
        const row = { ...identity, ...client, ...namesOf(server, library, name), kind }
        servers.push({ ...row, bundle: processes.length > 0 ? (own as Bundle) : null })
      }
    }
    return { scenario: 'update-user' as const, servers }
  },
})
