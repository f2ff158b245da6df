/** The programs that are measured: servers and their variants. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../shared/basics/errors.ts'
import type { WireName } from '../../shared/scenarios/wire.ts'
import type { Attempts } from '../host/identity.ts'
import type { Runtime } from '../host/runtimes.ts'
import type { Launch } from '../host/server-process.ts'
import type { Server } from '../host/servers.ts'
import { say } from '../terminal/output.ts'
import type { VariedServer } from './variants.ts'

const PINNED_TICK_MAP = join(import.meta.dirname, 'pinned-tick-map.mjs')

/** One program that is measured, in as many processes as everything else. */
export interface Part extends Launch {
  /** To show. */
  title: string
  /** The server that is disqualified where it fails. */
  of: Server
  wire: WireName
  /** Per request, in user space by the first thread, a process each. */
  instructions: number[]
  /** Every process that was counted had settled. */
  settled: boolean
  /** CPU time per request, a process each. */
  microseconds: number[]
}

/**
 * @param of whose costs it is measured for: the server itself, or one that stands on it
 * @param runtime in place of the server's own
 */
export function partOf(
  { server }: VariedServer,
  { without, entry }: VariedServer['variants'][number],
  of = server,
  runtime = server.runtime,
): Part {
  return {
    title: `${server.name}${without === null ? '' : `: - ${without}`}`,
    of,
    wire: server.manifest.wire,
    runtime: withPinnedTickMap(runtime),
    entry,
    instructions: [],
    settled: true,
    microseconds: [],
  }
}

/** The same runtime with the nextTick map pinned, so that ticks cost the same in every part; only Node discards it. */
export function withPinnedTickMap(runtime: Runtime): Runtime {
  if (runtime.name !== 'node') return runtime
  return { ...runtime, args: [...runtime.args, '--import', pathToFileURL(PINNED_TICK_MAP).href] }
}

/** V8's own thresholds, divided by ten. */
const EAGER = [
  '--invocation-count-for-maglev=40',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
]

/** The same runtime, whose compilers need a tenth of the requests to settle: emulated servers have no time for more. */
export function withEagerCompilers(runtime: Runtime): Runtime {
  return runtime.name === 'node' ? { ...runtime, args: [...EAGER, ...runtime.args] } : runtime
}

/** Does a part's work; where it fails, the server that it is measured for is disqualified. */
export function attempt({ title, of }: Part, attempts: Attempts<Server>, work: () => Promise<void>): Promise<void> {
  return attempts.attempt(of, async () => {
    try {
      await work()
    } catch (error) {
      throw new Error(`${title}: ${messageOf(error)}`)
    }
  })
}

/** The progress line of a process. */
export function sayCost({ title }: Part, round: number, rounds: number, cost: string): void {
  say(`${round}/${rounds}  ${title.padEnd(32)} ${cost} per request`)
}
