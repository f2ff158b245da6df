/** Starts a worker by workerd. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { scratch } from '../../host/scratch.ts'
import type { Launch } from '../../host/server-process.ts'
import { workerdBundle } from './bundle.ts'

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
    throw new UsageError(`workerd is not installed, or has no executable for ${process.platform} ${process.arch}`)
  }
}

export interface Conditions {
  nodejsCompat: boolean
  /** No code may be generated, at start-up neither. */
  strict: boolean
}

/** @throws if the worker cannot be bundled */
export async function underWorkerd<T>(
  { default: executable, compatibilityDate }: Workerd,
  worker: string,
  { nodejsCompat, strict }: Conditions,
  use: (launch: Launch) => Promise<T>,
): Promise<T> {
  using directory = scratch('bench-edge-')
  const entry = join(directory.path, 'config.capnp')
  const flags = [
    ...(nodejsCompat ? ['nodejs_compat'] : ['no_nodejs_compat', 'no_nodejs_compat_v2']),
    `${strict ? 'disallow' : 'allow'}_eval_during_startup`,
  ]
  writeFileSync(join(directory.path, 'worker.mjs'), await workerdBundle(worker, nodejsCompat))
  writeFileSync(entry, configOf(compatibilityDate, flags))
  const runtime = { executable, args: ['serve'] }
  return await use({ runtime, entry, args: ['--socket-addr', 'http=$HOST:$PORT'] })
}

const configOf = (date: string, flags: string[]) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
);
`
