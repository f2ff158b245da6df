/** The least memory in which a server holds its load, and what a young generation of 1 MB changes. */
import { messageOf } from '../../../shared/basics/errors.ts'
import { BY_FLAGS, KILLED, LIMITS, YOUNG } from '../../../shared/probes/memory-limits.ts'
import type { Counter } from '../../counters/counter.ts'
import type { Server } from '../../folders/servers.ts'
import { withV8Flags } from '../../machine/runtimes.ts'
import type { Figures } from '../../measure/probe.ts'
import { countVariant } from '../../measure/variants.ts'
import { MemoryGroup } from '../../processes/memory-group.ts'
import { peakMemory } from '../../processes/processes.ts'
import { withServer } from '../../server/with-server.ts'
import { loadAlone, memoryOf, type Plan } from './measure.ts'
import type { OwnExecutables } from './own-executables.ts'

const MEBIBYTE = 2 ** 20

interface Means {
  executables: Pick<OwnExecutables, 'use'>
  /** Result of `limitedBy`. */
  limits: string
}

/** Returns what limits the memory of servers on this machine. */
export async function limitedBy(): Promise<string> {
  await using group = MemoryGroup.open(MEBIBYTE * LIMITS[0])
  return group?.version ?? BY_FLAGS
}

/**
 * Returns the peak without a limit, and the least limit, both as the server is and, on V8, with a small young generation.
 * @throws if the server fails without a limit
 */
export async function memoryLimits(server: Server, plan: Plan, means: Means): Promise<Figures> {
  const { values } = await memoryOf(server, plan)
  const { peak = null, collections = null, loadTook = null } = values
  const fit = await leastLimit(server, plan, means)
  const usual = { peak, collections, loadTook, ...fit }
  if (!hasYoung(server)) return { values: usual }
  const flags = [`${YOUNG.flag}=${YOUNG.size}`]
  const { values: young } = await memoryOf(withFlags(server, flags), plan)
  // A server that fits in the least limit fits with less memory, too.
  const youngFit = fit.fits === LIMITS[0] ? null : await leastLimit(server, plan, means, flags)
  return {
    values: {
      ...usual,
      youngPeak: young.peak ?? null,
      youngCollections: young.collections ?? null,
      ...(youngFit && { youngFits: youngFit.fits }),
      ...(youngFit?.less && { youngLess: youngFit.less }),
    },
  }
}

/** Counts instructions per request with a young generation that costs as little as the largest, and with a small one. */
export async function youngCostOf(
  server: Server,
  { scenario, seed }: Pick<Plan, 'scenario' | 'seed'>,
  counter: Counter,
): Promise<Figures | null> {
  if (!hasYoung(server)) return null
  // On any CPU: nothing is timed.
  const turn = { round: 1, cpus: null, scenario, values: { seed }, tools: { counter } }
  return {
    values: {
      instructions: await countVariant(server, counter, turn),
      youngInstructions: await countVariant(server, counter, turn, YOUNG.size),
    },
  }
}

/** Bun has no V8. */
const hasYoung = ({ runtime }: Server) => runtime.name !== 'bun'

const withFlags = (server: Server, flags: readonly string[]): Server => ({
  ...server,
  runtime: withV8Flags(server.runtime, flags),
})

/** Returns the least limit in MiB under which a server holds its load, or null, and why it needs more than the one before. */
export async function leastLimit(
  server: Server,
  plan: Plan,
  means: Means,
  flags: readonly string[] = [],
): Promise<{ fits: number | null; less?: string }> {
  let less: { less?: string } = {}
  for (const fits of LIMITS) {
    const reason = await failureIn(fits * MEBIBYTE, server, plan, means, flags)
    if (reason === null) return { fits, ...less }
    less = { less: `${fits} MiB: ${reason}` }
  }
  return { fits: null, ...less }
}

/** Returns why a server does not hold its load under a limit, or null. */
async function failureIn(
  bytes: number,
  server: Server,
  plan: Plan,
  { executables, limits }: Means,
  flags: readonly string[],
): Promise<string | null> {
  await using group = limits === BY_FLAGS ? null : MemoryGroup.open(bytes)
  if (!group && limits !== BY_FLAGS) throw new Error(`no further ${limits} can be made`)
  const { entry, runtime } = withFlags(server, group ? flags : [...flags, ...heapWithin(bytes)])
  const failure = async ([executable = '', ...args]: readonly string[]) => {
    const launch = { entry, runtime: { executable, args: [...args, ...runtime.args] } }
    try {
      return await withServer(launch, { cpus: plan.cpus }, async (process) => {
        await loadAlone(server, plan, process)
        // A server may have restarted a process that the kernel has killed.
        if (group) return group.killed ? KILLED : null
        const peak = peakMemory(await process.tree()) ?? 0
        return peak <= bytes ? null : `takes ${Math.ceil(peak / MEBIBYTE)} MiB`
      })
    } catch (error) {
      return group?.killed ? KILLED : messageOf(error).replace(/ on port \d+/, '')
    }
  }
  return await (group
    ? executables.use(runtime.executable, (copy) => failure(group.command(copy)))
    : failure([runtime.executable]))
}

/** Returns flags that limit V8's heap where the process cannot be limited. The other half is for what lies outside of it. */
const heapWithin = (bytes: number) => [`--max-old-space-size=${bytes / 2 / MEBIBYTE}`]
