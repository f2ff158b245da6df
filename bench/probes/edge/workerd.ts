/** Bundles a worker as wrangler 4.164.0 does, with what counts its generated code, and starts it by workerd. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { UsageError } from '../../../shared/basics/errors.ts'
import { optionalInstall } from '../../folders/package-manager.ts'
import { bundleForProduction, type ImportStyle } from '../../measure/bundling.ts'
import { scratch } from '../../processes/scratch.ts'
import type { Launch } from '../../server/server-process.ts'

export interface Workerd {
  /** Path of the executable. */
  default: string
  version: string
  compatibilityDate: string
}

/** @throws UsageError if its package has no executable for this platform */
export async function findWorkerd(): Promise<Workerd> {
  try {
    const name: string = 'workerd'
    return (await import(name)).default
  } catch {
    throw new UsageError(
      `workerd is not installed, or has no executable for ${process.platform} ${process.arch}: ${optionalInstall('workerd')}`,
    )
  }
}

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
  const contents = `import { observedWorker } from './observed-worker.ts'
import * as own from ${JSON.stringify(entry)}
export default observedWorker(own)`
  const { outputFiles } = await bundleForProduction(style, {
    stdin: { contents, resolveDir: join(import.meta.dirname, '../../measure') },
    platform: 'browser',
    target: 'es2024',
    supported: { 'import-source': true, using: true },
    keepNames,
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

export interface Conditions extends Bundling {
  /** Forbids code generation, also during startup. */
  strict?: boolean
  v8Flags?: readonly string[]
}

/** @throws if the worker cannot be bundled */
export async function underWorkerd<T>(
  { default: executable, compatibilityDate }: Workerd,
  worker: string,
  { strict = false, v8Flags = [], ...bundling }: Conditions,
  use: (launch: Launch) => Promise<T>,
): Promise<T> {
  using directory = scratch('bench-edge-')
  const entry = join(directory.path, 'config.capnp')
  const flags = [
    'no_nodejs_compat',
    'no_nodejs_compat_v2',
    `${strict ? 'disallow' : 'allow'}_eval_during_startup`,
  ]
  writeFileSync(join(directory.path, 'worker.mjs'), await workerdBundle(worker, bundling))
  writeFileSync(entry, configOf(compatibilityDate, flags, v8Flags))
  const runtime = { executable, args: ['serve'] }
  return await use({ runtime, entry, args: ['--socket-addr', 'http=$HOST:$PORT'] })
}

const configOf = (
  date: string,
  flags: string[],
  v8Flags: readonly string[],
) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ${JSON.stringify(v8Flags)},
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
);
`
