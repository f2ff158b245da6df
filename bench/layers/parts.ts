/** What is measured layer by layer: servers, and each of their variants as a program of its own. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Variant } from '../../shared/result/layers.ts'
import type { WireName } from '../../shared/scenarios/wire.ts'
import type { Launch } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import type { Runtime } from '../machine/runtimes.ts'

const PINNED_TICK_MAP = join(import.meta.dirname, 'pinned-tick-map.mjs')

/** A server with layers. */
export interface Layered {
  server: Server
  /** The whole server first, then each with one layer less. */
  variants: { layer: string | null; entry: string }[]
  /** The server that is left when all layers are gone; null of the one that stands on nothing. */
  below: Layered | null
  /** SHA-256 of the files of its layers. */
  code: string
  /** Why it has no costs, in one line; null where all is well. */
  refusal: string | null
}

/** One program that is measured, in as many processes as everything else. */
export interface Part extends Launch {
  /** To show. */
  title: string
  /** Whose costs it is measured for. */
  of: Layered
  wire: WireName
  /** What was found so far. */
  costs: Variant
}

export interface LayersObserver {
  counted(part: Part): void
  timed(part: Part): void
  refused(layered: Layered): void
}

/** @param of whose costs it is measured for: the server itself, or one that stands on it */
export function partOf({ server }: Layered, { layer, entry }: Layered['variants'][number], of: Layered): Part {
  return {
    title: `${server.name}${layer === null ? '' : `: - ${layer}`}`,
    of,
    wire: server.manifest.wire,
    runtime: withPinnedTickMap(server.runtime),
    entry,
    costs: { layer, instructions: [], settled: true, microseconds: [] },
  }
}

/** The same runtime with the nextTick map pinned, so that ticks cost the same in every part; only Node discards it. */
export function withPinnedTickMap(runtime: Runtime): Runtime {
  if (runtime.name !== 'node') return runtime
  return { ...runtime, args: [...runtime.args, '--import', pathToFileURL(PINNED_TICK_MAP).href] }
}

/** Does a part's work; where it fails the server that it is measured for is refused, and the others go on. */
export async function attempt({ title, of }: Part, observer: LayersObserver, work: () => Promise<void>): Promise<void> {
  if (of.refusal !== null) return
  try {
    await work()
  } catch (error) {
    of.refusal = oneLine(`${title}: ${messageOf(error)}`)
    observer.refused(of)
  }
}
