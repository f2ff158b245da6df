/** Measures what the schemas of a library retain, and the routes of a server, in fresh processes. */
import { join } from 'node:path'
import { COUNTS } from '../../../shared/probes/heap.ts'
import type { Counter } from '../../counters/counter.ts'
import type { Server } from '../../folders/servers.ts'
import { withV8Flags } from '../../machine/runtimes.ts'
import { assertRoutes, callEachRoute } from '../../measure/many-routes.ts'
import type { Figures } from '../../measure/probe.ts'
import { printedJson } from '../../processes/run-program.ts'
import { HeapProbe } from '../../server/heap-probe.ts'
import { SLOW_START } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')

/** Without compilers, since V8's heap also holds the machine code of the library; bytecode that is not used for long stays. */
export const WITHOUT_COMPILERS = [
  '--no-flush-bytecode',
  '--no-sparkplug',
  '--no-maglev',
  '--no-opt',
]

type Library = Pick<Server, 'entry' | 'runtime'>

const { PATH, HOME, TMPDIR } = process.env
const ENV = { PATH, HOME, TMPDIR, NODE_ENV: 'production', NO_COLOR: '1' }

/** Bytes of the whole heap with each number of schemas or routes. */
export interface Heaps {
  built: number[]
  /** Each of them used once. */
  used: number[]
}

type Printed = Required<Pick<Figures, 'library'>> & { user: Heaps; string?: Heaps }

/** @throws where two schemas are one object, or one accepts an invalid value or rejects a valid one */
export async function heapOf({ entry, runtime }: Library): Promise<Figures> {
  const { executable, args } = withV8Flags(runtime, ['--expose-gc', ...WITHOUT_COMPILERS])
  const argv = [...args, WORKER, entry, ...COUNTS.map(String)]
  const { library, user, string } = (await printedJson(executable, argv, { env: ENV })) as Printed
  return {
    library,
    values: {
      built: slope(user.built),
      used: slope(user.used),
      ...(string && { stringBuilt: slope(string.built), stringUsed: slope(string.used) }),
    },
  }
}

/** Instructions to build and use one more schema, with the compilers as usual. @throws with the error of a process */
export async function instructionsOf(
  counter: Pick<Counter, 'toEnd'>,
  { entry, runtime }: Library,
): Promise<number> {
  const instructions: number[] = []
  // Deno's first process also fills its caches of code, so it is discarded.
  for (const count of [COUNTS[0], ...COUNTS])
    instructions.push(
      await counter.toEnd([runtime.executable, ...runtime.args, WORKER, entry, String(count)], ENV),
    )
  return slope(instructions.slice(1))
}

/** One fresh process per number of routes. @throws TrialFailure where a route does not respond correctly */
export async function routesHeapOf(server: Server, cpus: number[] | null): Promise<Figures> {
  const few = await heapsOf(server, COUNTS[0], cpus)
  const many = await heapsOf(server, COUNTS[1], cpus)
  return {
    values: { built: slope([few.built, many.built]), used: slope([few.used, many.used]) },
  }
}

/** Returns bytes or instructions per schema or route, between the two counts. */
function slope([before = 0, after = 0]: readonly number[]): number {
  return Math.max(0, (after - before) / (COUNTS[1] - COUNTS[0]))
}

async function heapsOf(server: Server, routes: number, cpus: number[] | null) {
  using probe = new HeapProbe(server.runtime.name)
  const launch = {
    ...server,
    runtime: withV8Flags(server.runtime, WITHOUT_COMPILERS),
    env: { ROUTES: `${routes}` },
  }
  const how = { cpus, limits: SLOW_START }
  return await withServer(probe.launch(launch), how, async ({ pid, port }) => {
    const built = await probe.inUse(pid)
    await callEachRoute(port, server, routes)
    const used = await probe.inUse(pid)
    await assertRoutes(port, server, routes)
    return { built, used }
  })
}
