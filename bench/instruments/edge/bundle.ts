/** Bundles a worker: for workerd as wrangler does, and for Node. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'
import { ROOT } from '../../../shared/basics/root.ts'

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

interface Options {
  minify?: boolean
  /** The bundle counts the functions that it makes of strings. */
  counts?: boolean
}

/** @throws if something cannot be resolved */
export async function bundled(source: Source, place: Place, { minify = false, counts = false }: Options = {}) {
  const { outputFiles } = await build({
    stdin: { contents: textOf(source, counts), resolveDir: ROOT },
    absWorkingDir: ROOT,
    ...{ bundle: true, minify, format: 'esm', target: 'es2024', keepNames: true, legalComments: 'none' },
    ...(place.on === 'node' ? forNode : forWorkerd(place)),
    ...{ write: false, logLevel: 'silent' },
  }).catch(({ errors: [first] }: BuildFailure) => {
    throw new Error(`cannot be bundled: ${first?.text}`)
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

function textOf({ entry, kind }: Source, counts: boolean): string {
  const importing = (what: string, file: string) =>
    `import ${what} from ${JSON.stringify(join(import.meta.dirname, file))}`
  const file = JSON.stringify(entry)
  return [
    // First, so that it runs first.
    ...(counts ? [importing('{ observing }', 'generated.ts')] : []),
    ...(kind === 'framework'
      ? [`import worker from ${file}`]
      : [`import { steps } from ${file}`, importing('{ workerOf }', 'bare.ts'), 'const worker = workerOf(steps)']),
    `export default ${counts ? 'observing(worker)' : 'worker'}`,
  ].join('\n')
}

const production = { 'process.env.NODE_ENV': '"production"' }

const forNode: BuildOptions = {
  platform: 'node',
  mainFields: ['module', 'main'],
  define: production,
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)` },
}

const forWorkerd = ({ nodejsCompat }: Place): BuildOptions => ({
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
