/** Bytes of bundles, minified and gzipped: of the library's steps, and of the server. */
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { STEPS, scenarioSource } from '../../folders/servers.ts'
import { processMetric } from '../metric.ts'
import { bundleLibrary, bundleServer } from './measure.ts'

export default processMetric({
  // The same sources have the same bundle.
  threshold: 0,
  ...{ exact: true, larger: 'larger', counts: false },
  files: (folder) =>
    folder.manifest.runtime === 'node'
      ? [STEPS, updateUser.name].filter((file) => scenarioSource(folder, file))
      : [],
  how: () => 'bundled by esbuild, as in production',
  async figures({ server, file }) {
    const [what, measure] =
      file === STEPS ? (['library', bundleLibrary] as const) : (['server', bundleServer] as const)
    const { minified, gzipped } = await measure(server)
    return { [`${what}, bytes minified`]: minified, [`${what}, bytes gzipped`]: gzipped }
  },
})
