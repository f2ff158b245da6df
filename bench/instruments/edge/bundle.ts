/** Bundles workers: for Workers as wrangler does, and for Node. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'
import { ROOT } from '../../../shared/basics/root.ts'

/** A file that is a worker, or the steps of a library. */
export interface Source {
  entry: string
  kind: 'framework' | 'library'
}

export type Target = 'node' | 'workers' | 'workers with nodejs_compat'

interface Bundle {
  code: Uint8Array
  /** Node modules that it imports. */
  builtins: string[]
}

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file))

/** @param counts whether the bundle counts the functions that it makes of strings */
function textOf({ entry, kind }: Source, counts: boolean): string {
  const file = JSON.stringify(entry)
  return [
    ...(counts ? [`import { observing } from ${here('generated.ts')}`] : []),
    ...(kind === 'framework'
      ? [`import worker from ${file}`]
      : [
          `import { steps } from ${file}`,
          `import { workerOf } from ${here('bare.ts')}`,
          `const worker = workerOf(steps)`,
        ]),
    `export default ${counts ? 'observing(worker)' : 'worker'}`,
  ].join('\n')
}

/** @throws if something cannot be resolved */
export async function bundled(
  source: Source,
  target: Target,
  { minify = false, counts = false } = {},
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: textOf(source, counts), resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify,
    format: 'esm',
    target: 'es2024',
    keepNames: true,
    legalComments: 'none',
    absWorkingDir: ROOT,
    logLevel: 'silent',
    ...optionsOf(target),
    write: false,
    metafile: true,
  }).catch(({ errors: [first] }: BuildFailure) => {
    throw new Error(`cannot be bundled: ${first?.text}`)
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter(({ external }) => external).map(({ path }) => path.replace(/^node:/, ''))
  return { code: outputFiles[0]?.contents ?? new Uint8Array(), builtins: [...new Set(names)].sort() }
}

function optionsOf(target: Target): BuildOptions {
  const production = { 'process.env.NODE_ENV': '"production"' }
  if (target === 'node') {
    return {
      platform: 'node',
      mainFields: ['module', 'main'],
      define: production,
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)` },
    }
  }
  return {
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    define: { ...production, 'navigator.userAgent': '"Cloudflare-Workers"' },
    plugins: [nodeModules(target === 'workers' ? /^node:/ : BUILTIN)],
  }
}

const BUILTIN = new RegExp(`^(node:.*|${builtinModules.join('|')})$`)
const REQUIRED = 'required'

/** Leaves Node's modules to the runtime, where a module of CommonJS requires one too. */
function nodeModules(filter: RegExp): Plugin {
  return {
    name: 'Node modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path, kind }) => {
        const name = `node:${path.replace(/^node:/, '')}`
        return kind === 'require-call' ? { path: name, namespace: REQUIRED } : { path: name, external: true }
      })
      onLoad({ filter: /^/, namespace: REQUIRED }, ({ path }) => ({
        contents: `import all from '${path}'; module.exports = all`,
        loader: 'js',
      }))
    },
  }
}
