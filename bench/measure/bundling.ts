/** Bundles programs for production by esbuild. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'
import { messageOf } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Server } from '../folders/servers.ts'
import { assertContract } from '../verify/contract.ts'
import { contractTerms } from '../verify/verify.ts'

export type Platform = 'node' | 'browser'

/** Gives bundled CommonJS a `require` and paths. Not counted, since an application needs them only once. */
const COMMONJS = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname
`

/**
 * Leaves out optional packages that are not installed, as documentations of serverless deployment do: code tries to import them
 * when it runs.
 */
const withoutMissing: Plugin = {
  name: 'without-missing',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === withoutMissing) return undefined
      const { errors } = await build.resolve(path, { ...options, pluginData: withoutMissing })
      return errors.length > 0 ? { path, external: true } : undefined
    })
  },
}

/**
 * How the suite's own files import zod. `namespace`: as zod recommends, since esbuild and webpack then leave out what is not
 * used. `documented`: as each file says.
 */
export type ImportStyle = 'namespace' | 'documented'

const importStyle = (style: ImportStyle): Plugin => ({
  name: 'import-style',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      if (style === 'documented' || path.includes('node_modules')) return undefined
      const contents = readFileSync(path, 'utf8').replace(
        /^import \{ z \} from ['"]zod['"]/m,
        "import * as z from 'zod'",
      )
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' }
    })
  },
})

/** Bundles an ES module for production. @throws if it cannot be bundled */
export function bundleForProduction(style: ImportStyle, options: BuildOptions) {
  return build({
    bundle: true,
    format: 'esm',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
    plugins: [importStyle(style), ...(options.plugins ?? [])],
    define: { 'process.env.NODE_ENV': '"production"', ...options.define },
    write: false,
    metafile: true,
  }).catch(({ errors: [first] }: BuildFailure) => {
    throw new Error(`cannot be bundled: ${first?.text} (${first?.location?.file})`)
  })
}

/** @throws if the program cannot be bundled */
export async function bundled(
  entry: string,
  platform: Platform,
  { minify, style }: { minify: boolean; style: ImportStyle },
): Promise<{ code: Uint8Array; builtins: string[] }> {
  const { outputFiles, metafile } = await bundleForProduction(style, {
    entryPoints: [entry],
    minify,
    platform,
    plugins: [withoutMissing],
    // For Node, esbuild's default prefers CommonJS, which it cannot tree-shake.
    mainFields: ['module', 'main'],
    // Makes paths in comments of the raw bundle independent of the current directory.
    absWorkingDir: ROOT,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports
    .filter(({ external }) => external)
    .map(({ path }) => path.replace(/^node:/, ''))
  return {
    code: outputFiles[0]?.contents ?? new Uint8Array(),
    builtins: [...new Set(names)].sort(),
  }
}

export function writeBundle(file: string, code: Uint8Array, platform: Platform = 'node'): void {
  writeFileSync(file, Buffer.concat([Buffer.from(platform === 'node' ? COMMONJS : ''), code]))
}

/** @throws if the bundle of a server violates the scenario's contract */
export async function assertBundle(
  server: Server,
  scenario: Scenario,
  entry: string,
): Promise<void> {
  await assertContract({ ...server, entry }, contractTerms(server, scenario, 1)).catch((error) => {
    throw new Error(`its bundle: ${messageOf(error)}`)
  })
}
