/** Bundles a worker for workerd as wrangler does, with what counts its generated code. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { production } from '../bundling.ts'

/** @throws if something cannot be resolved */
export async function workerdBundle(entry: string, nodejsCompat: boolean): Promise<Uint8Array> {
  const contents = `import { observing } from './observed-worker.ts'
import * as own from ${JSON.stringify(entry)}
export default observing(own)`
  const { outputFiles } = await production({
    stdin: { contents, resolveDir: join(import.meta.dirname, '..') },
    ...{ platform: 'browser', target: 'es2024', keepNames: true },
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'navigator.userAgent': '"Cloudflare-Workers"' },
    plugins: [nodeModules(nodejsCompat ? new RegExp(`^(node:.*|${builtinModules.join('|')})$`) : /^node:/)],
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/** Leaves Node's modules to the runtime, where a module of CommonJS requires one too. */
const nodeModules = (filter: RegExp): Plugin => ({
  name: 'Node modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, ({ path, kind }) => {
      const name = `node:${path.replace(/^node:/, '')}`
      return kind === 'require-call' ? { path: name, namespace: 'required' } : { path: name, external: true }
    })
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `import all from '${path}'; module.exports = all`,
    }))
  },
})
