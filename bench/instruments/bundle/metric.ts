/** Bytes of bundles, minified and gzipped: of the library's steps, and of the server. */
import type { Bundle } from '../../../charts/instruments/bundle/format.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { type Server, type ServerFolder, STEPS, scenarioSource } from '../../host/servers.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { measureProcesses } from '../processes.ts'
import { bundleLibrary, bundleServer } from './measure.ts'

const KINDS: Record<string, (server: Server) => Promise<Bundle>> = {
  [STEPS]: bundleLibrary,
  [updateUser.name]: bundleServer,
}
const filesOf = (folder: ServerFolder) => Object.keys(KINDS).filter((file) => scenarioSource(folder, file))

export default {
  // The same sources have the same bundle.
  threshold: 0,
  ...{ exact: true, larger: 'larger', counts: false },
  fits: (folder) => folder.manifest.runtime === 'node' && filesOf(folder).length > 0,
  async measure({ servers, folder }) {
    const rows = []
    for (const file of filesOf(folder)) {
      const measured = await measureProcesses({
        ...{ servers: servers(file), processes: 1, seed: 1 },
        measure: KINDS[file] as (server: Server) => Promise<Bundle>,
        line: ({ gzipped }) => `${file}, ${gzipped} bytes gzipped`,
      })
      const sides = bothSides(measured)
      for (const size of ['minified', 'gzipped'] as const)
        rows.push(rowOf(`${file === STEPS ? 'library' : 'server'}, bytes ${size}`, sides, (bundle) => bundle[size]))
    }
    return { how: 'bundled by esbuild, as in production', rows }
  },
} satisfies Metric as Metric
