/** Bundles a worker, with what counts its generated code: for workerd as wrangler does, and for Node. */
import { builtinModules } from 'node:module'
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'

/** A file that is a worker, or the steps of a library. */
export interface Source {
  entry: string
  kind: 'framework' | 'library'
}

/** Where a bundle runs, and how. */
export interface Place {
  on: 'node' | 'workerd'
  nodejsCompat?: boolean
  /** No code may be generated, at start-up neither. */
  strict?: boolean
}

/** @throws if something cannot be resolved */
export async function bundled({ entry, kind }: Source, { on, nodejsCompat }: Place): Promise<Uint8Array> {
  const file = JSON.stringify(entry)
  const contents = [
    // First, so that it runs first.
    `import { observing } from './generated.ts'`,
    ...(kind === 'framework'
      ? [`import worker from ${file}`]
      : [`import { steps } from ${file}`, `import { workerOf } from './bare.ts'`, 'const worker = workerOf(steps)']),
    `export default observing(worker)`,
  ].join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    ...{ bundle: true, format: 'esm', target: 'es2024', keepNames: true, legalComments: 'none' },
    ...(on === 'node' ? forNode : forWorkerd(nodejsCompat)),
    ...{ write: false, logLevel: 'silent' },
  }).catch(({ errors: [first] }: BuildFailure) => {
    throw new Error(`cannot be bundled: ${first?.text}`)
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

const production = { 'process.env.NODE_ENV': '"production"' }

const forNode: BuildOptions = {
  platform: 'node',
  mainFields: ['module', 'main'],
  define: production,
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)` },
}

const forWorkerd = (nodejsCompat = false): BuildOptions => ({
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  define: { ...production, 'navigator.userAgent': '"Cloudflare-Workers"' },
  plugins: [nodeModules(nodejsCompat ? new RegExp(`^(node:.*|${builtinModules.join('|')})$`) : /^node:/)],
})

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
