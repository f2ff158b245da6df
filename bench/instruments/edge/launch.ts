/** Starts a worker by workerd. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { scratch } from '../../processes/scratch.ts'
import type { Launch } from '../../server/server-process.ts'
import { type Bundling, workerdBundle } from './bundle.ts'

export interface Workerd {
  /** Path of the executable. */
  default: string
  version: string
  compatibilityDate: string
}

/** @throws UsageError if its package has no executable for this platform */
export async function findWorkerd(): Promise<Workerd> {
  try {
    // @ts-expect-error it has no types
    return (await import('workerd')).default
  } catch {
    throw new UsageError(
      `workerd is not installed, or has no executable for ${process.platform} ${process.arch}`,
    )
  }
}

export interface Conditions extends Bundling {
  /** No code may be generated, at start-up neither. */
  strict: boolean
  v8Flags?: readonly string[]
}

/** @throws if the worker cannot be bundled */
export async function underWorkerd<T>(
  { default: executable, compatibilityDate }: Workerd,
  worker: string,
  { strict, v8Flags = [], ...bundling }: Conditions,
  use: (launch: Launch) => Promise<T>,
): Promise<T> {
  using directory = scratch('bench-edge-')
  const entry = join(directory.path, 'config.capnp')
  const flags = [
    ...['no_nodejs_compat', 'no_nodejs_compat_v2'],
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
