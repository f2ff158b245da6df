/** Servers as several processes that share a port. */
import { dirname, join } from 'node:path'
import type { RuntimeName } from '../../shared/format/disclosure.ts'
import type { Workers } from '../../shared/format/workers.ts'
import { preloading, type Runtime } from '../machine/runtimes.ts'

/** What the supervisor starts. */
export interface Supervised extends Workers {
  executable: string
  /** Arguments of the runtime. */
  args: readonly string[]
  entry: string
}

/** What the supervisor reports: that all workers listen, or how one of them ended. */
export type Notice = 'ready' | { ended: string }

const SUPERVISOR = join(import.meta.dirname, 'supervisor.ts')
const REUSE_PORT = join(import.meta.dirname, 'reuse-port.mjs')
/** Deno's `reusePort` is unstable. */
const FLAGS: Record<RuntimeName, string[]> = { node: [], bun: [], deno: ['--unstable-net'] }

/** Returns whether workers on that runtime can share a port so: `node:cluster` is Node's. */
export const canShare = ({ name }: Pick<Runtime, 'name'>, { sharing }: Pick<Workers, 'sharing'>) =>
  sharing === 'reuse-port' || name === 'node'

interface Program {
  runtime: Runtime
  entry: string
  env?: Readonly<Record<string, string>>
  manifest?: { listensOnAll?: true | undefined }
}

/** Returns the launch of a supervisor, which starts the server as several workers that can share a port so. */
export function launchOfWorkers({ runtime, entry, env, manifest }: Program, workers: Workers) {
  const { name, executable, args } = runtime
  const isOwn = workers.sharing === 'reuse-port'
  const shared = isOwn ? [...FLAGS[name], ...preloading(name, REUSE_PORT)] : []
  const supervised: Supervised = { ...workers, executable, args: [...args, ...shared], entry }
  return {
    // The primary of `node:cluster` belongs to the server, and runs on its Node.
    runtime: { executable: isOwn ? process.execPath : executable },
    entry: SUPERVISOR,
    directory: dirname(entry),
    args: [JSON.stringify(supervised)],
    ...(env && { env }),
    ...(manifest && { manifest }),
    messages: true,
    workers,
  }
}
