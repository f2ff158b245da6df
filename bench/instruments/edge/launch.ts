/** How a bundle is started: on Node, or by workerd. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import type { Launch } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import type { Place } from './bundle.ts'

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

/** File of the bundle in its directory. */
export const BUNDLE = 'worker.mjs'

export function launchOf(
  place: Place,
  directory: string,
  { runtime }: Pick<Server, 'runtime'>,
  workerd: Workerd,
): Launch {
  if (place.on === 'node') {
    return { runtime, entry: join(import.meta.dirname, 'on-node.ts'), args: [join(directory, BUNDLE)] }
  }
  const entry = join(directory, 'config.capnp')
  writeFileSync(entry, configOf(place, workerd))
  return {
    runtime: { executable: workerd.default, args: ['serve'] },
    entry,
    args: ['--socket-addr', 'http=$HOST:$PORT'],
  }
}

function configOf({ nodejsCompat, strict }: Place, { compatibilityDate }: Workerd): string {
  const flags = [
    ...(nodejsCompat ? ['nodejs_compat'] : ['no_nodejs_compat', 'no_nodejs_compat_v2']),
    `${strict ? 'disallow' : 'allow'}_eval_during_startup`,
  ]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "${BUNDLE}", esModule = embed "${BUNDLE}")],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ${JSON.stringify(flags)},
);
`
}
