/** Measures what the schemas of a library retain, and the routes of a server, in fresh processes. */
import { join } from 'node:path'
import { COUNTS, type HeapProcess } from '../../../charts/instruments/heap/format.ts'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import type { Counter } from '../../counters/counter.ts'
import type { Server } from '../../folders/servers.ts'
import { withV8Flags } from '../../machine/runtimes.ts'
import { printedJson } from '../../processes/run-program.ts'
import { HeapProbe } from '../../server/heap-probe.ts'
import { withServer } from '../../server/with-server.ts'
import { assertRoutes, callEachRoute } from '../many-routes.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')
const LIMITS = { startTimeout: 60_000, stopTimeout: 2_000 }

/** Without compilers, since V8's heap also holds the machine code of the library; bytecode that is not used for long stays. */
const V8_FLAGS = ['--no-flush-bytecode', '--no-sparkplug', '--no-maglev', '--no-opt']

type Library = Pick<Server, 'entry' | 'runtime'>

const { PATH, HOME, TMPDIR } = process.env
const ENV = { PATH, HOME, TMPDIR, NODE_ENV: 'production', NO_COLOR: '1' }

/** The figures of a process; of a library, also its name and package. */
export type Measured = { heaps: HeapProcess } & Partial<Pick<SchemaBuilder, 'library' | 'package'>>

/** @throws where two schemas are one object, or one accepts an invalid value or rejects a valid one */
export async function heapOf({ entry, runtime }: Library): Promise<Measured> {
  const { executable, args } = withV8Flags(runtime, ['--expose-gc', ...V8_FLAGS])
  const all = [...args, WORKER, entry, ...COUNTS.map(String)]
  return (await printedJson(executable, all, { env: ENV })) as Measured
}

/** Instructions of processes that build and use so many schemas, with the compilers as usual. @throws with the error of one */
export async function instructionsOf(
  counter: Pick<Counter, 'toEnd'>,
  { entry, runtime }: Library,
): Promise<number[]> {
  const all: number[] = []
  // Deno's first process also fills its caches of code, so it is discarded.
  for (const count of [COUNTS[0], ...COUNTS])
    all.push(
      await counter.toEnd([runtime.executable, ...runtime.args, WORKER, entry, String(count)], ENV),
    )
  return all.slice(1)
}

/** One fresh process per number of routes. @throws TrialFailure where a route does not respond rightly */
export async function routesHeapOf(server: Server, cpus: number[] | null): Promise<Measured> {
  const [few, many] = [
    await heapsOf(server, COUNTS[0], cpus),
    await heapsOf(server, COUNTS[1], cpus),
  ]
  return { heaps: { route: { built: [few.built, many.built], used: [few.used, many.used] } } }
}

async function heapsOf(server: Server, routes: number, cpus: number[] | null) {
  const { name } = server.runtime
  using probe = new HeapProbe(name)
  const launch = {
    runtime: withV8Flags(server.runtime, V8_FLAGS),
    entry: server.entry,
    env: { ROUTES: `${routes}` },
  }
  return await withServer(probe.launch(launch), { cpus, limits: LIMITS }, async ({ pid, port }) => {
    const read = async () => {
      const { heap, external } = await probe.read(pid, true)
      return heap + (name === 'bun' ? 0 : external)
    }
    const built = await read()
    await callEachRoute(port, server, routes)
    const used = await read()
    await assertRoutes(port, server, routes)
    return { built, used }
  })
}
