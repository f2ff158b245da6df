/** Measures what the routes of a server retain. */
import { COUNTS, type RoutesProcess } from '../../../charts/instruments/heap/format.ts'
import { HeapProbe } from '../../host/heap-probe.ts'
import { withV8Flags } from '../../host/runtimes.ts'
import type { Server } from '../../host/servers.ts'
import { withServer } from '../../host/with-server.ts'
import { assertRoutes, callEachRoute } from '../many-routes.ts'
import { V8_FLAGS } from './measure.ts'

/** A collection may let the next one free what it only finalized. */
const READINGS = 3
const LIMITS = { startTimeout: 60_000, stopTimeout: 2_000 }

/** One fresh process per number of routes. @throws TrialFailure where a route does not respond rightly */
export async function routesHeapOf(server: Server, cpus: number[] | null): Promise<RoutesProcess> {
  const heaps: Heaps[] = []
  for (const routes of COUNTS) heaps.push(await heapsOf(server, routes, cpus))
  return { built: heaps.map(({ built }) => built), used: heaps.map(({ used }) => used) }
}

interface Heaps {
  built: number
  used: number
}

async function heapsOf(server: Server, routes: number, cpus: number[] | null): Promise<Heaps> {
  const { name } = server.runtime
  const probe = new HeapProbe(name)
  try {
    const runtime = withV8Flags(server.runtime, V8_FLAGS)
    const launch = probe.launch({ runtime, entry: server.entry, env: { ROUTES: String(routes) } })
    return await withServer(launch, { cpus, limits: LIMITS }, async ({ pid, port }) => {
      const bytes = async () => {
        const readings: number[] = []
        for (let i = 0; i < READINGS; i++) {
          const { heap, external } = await probe.read(pid, true)
          readings.push(heap + (name === 'bun' ? 0 : external))
        }
        return Math.min(...readings)
      }
      const built = await bytes()
      await callEachRoute(port, server, routes)
      const used = await bytes()
      await assertRoutes(port, server, routes)
      return { built, used }
    })
  } finally {
    probe.remove()
  }
}
