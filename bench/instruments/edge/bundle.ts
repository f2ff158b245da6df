/** Bundles a worker for workerd as wrangler 4.164.0 does, with what counts its generated code. */
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { type ImportStyle, production } from '../../measure/bundling.ts'

/** Departures from how wrangler bundles by default, with zod imported as it recommends. */
export interface Bundling {
  style?: ImportStyle
  keepNames?: boolean
}

/** @throws if something cannot be resolved */
export async function workerdBundle(
  entry: string,
  { style = 'namespace', keepNames = true }: Bundling = {},
): Promise<Uint8Array> {
  const contents = `import { observing } from './observed-worker.ts'
import * as own from ${JSON.stringify(entry)}
export default observing(own)`
  const { outputFiles } = await production(style, {
    stdin: { contents, resolveDir: join(import.meta.dirname, '../../measure') },
    ...{
      platform: 'browser',
      target: 'es2024',
      supported: { 'import-source': true, using: true },
      keepNames,
    },
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'navigator.userAgent': '"Cloudflare-Workers"' },
    plugins: [nodeModules],
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/** Leaves Node's modules to the runtime, where a module of CommonJS requires one too. */
const nodeModules: Plugin = {
  name: 'Node modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'required' } : { path, external: true },
    )
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `import all from '${path}'; module.exports = all`,
    }))
  },
}
