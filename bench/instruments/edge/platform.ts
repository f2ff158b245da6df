/** How a bundle is started: by workerd, with and without code generation at start-up, and on Node. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import type { Launch } from '../../host/server-process.ts'

export interface Workerd {
  executable: string
  version: string
  compatibilityDate: string
}

/** @throws UsageError if its package has no executable for this platform */
export async function findWorkerd(): Promise<Workerd> {
  try {
    // @ts-expect-error it has no types
    const { default: workerd } = await import('workerd')
    return { executable: workerd.default, version: workerd.version, compatibilityDate: workerd.compatibilityDate }
  } catch {
    throw new UsageError(
      `workerd has no executable for ${process.platform} ${process.arch}, or npm install left it out`,
    )
  }
}

export interface Flags {
  nodejsCompat: boolean
  /** Whether code may be generated at start-up: the default for a date since June 2025. In requests it never may. */
  evalAtStartup: boolean
  v8Flags?: readonly string[]
}

/** Writes the configuration beside the bundle. */
export function workerdLaunch(
  { executable, compatibilityDate }: Workerd,
  directory: string,
  { nodejsCompat, evalAtStartup, v8Flags = [] }: Flags,
): Launch {
  const flags = [
    ...(nodejsCompat ? ['nodejs_compat'] : ['no_nodejs_compat', 'no_nodejs_compat_v2']),
    `${evalAtStartup ? 'allow' : 'disallow'}_eval_during_startup`,
  ]
  const config = join(directory, 'config.capnp')
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", http = (), service = "main")],
  v8Flags = ${JSON.stringify(v8Flags)},
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ${JSON.stringify(flags)},
);
`,
  )
  return {
    runtime: { executable, args: ['serve'] },
    entry: config,
    args: ['--socket-addr', 'http=$HOST:$PORT'],
  }
}

export function nodeLaunch(runtime: Launch['runtime'], directory: string): Launch {
  return { runtime, entry: join(import.meta.dirname, 'on-node.ts'), args: [join(directory, 'worker.mjs')] }
}
