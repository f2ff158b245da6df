/** Starts a bundle on Node, or by workerd. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import type { Launch } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { bundled, type Place, type Source } from './bundle.ts'

/** A server whose entry is a worker, or the steps of a library. */
export type Contender = Server & Source

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

const BUNDLE = 'worker.mjs'

/** @throws if it cannot be bundled */
export async function withBundle<T>(
  contender: Contender,
  place: Place,
  workerd: Workerd,
  use: (launch: Launch) => Promise<T>,
): Promise<T> {
  const directory = makeScratch('bench-edge-')
  const [bundle, entry] = [join(directory, BUNDLE), join(directory, 'config.capnp')]
  try {
    writeFileSync(bundle, await bundled(contender, place))
    if (place.on === 'node')
      return await use({ runtime: contender.runtime, entry: join(import.meta.dirname, 'on-node.ts'), args: [bundle] })
    writeFileSync(entry, configOf(place, workerd))
    const runtime = { executable: workerd.default, args: ['serve'] }
    return await use({ runtime, entry, args: ['--socket-addr', 'http=$HOST:$PORT'] })
  } finally {
    removeScratch(directory)
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
