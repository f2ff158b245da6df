/** Growth of a server's heap over requests: what it retains of them. */
import { grouped, plural } from '../../shared/basics/text.ts'
import { memory } from '../../shared/probes/memory.ts'
import { requestsFor } from '../counters/requests.ts'
import { Sequence } from '../counters/sequence.ts'
import { type Server, scenarioSource } from '../folders/servers.ts'
import { withV8Flags } from '../machine/runtimes.ts'
import { measureSubjects } from '../measure/rounds.ts'
import { subjectOf } from '../measure/subjects.ts'
import { WITHOUT_COMPILERS } from '../probes/heap/measure.ts'
import { HeapProbe } from '../server/heap-probe.ts'
import { withServer } from '../server/with-server.ts'
import { type Metric, rowOf, sidesOf } from './metric.ts'

/** Requests before the first reading, and between both. */
const REQUESTS = { before: 2_000, counted: 10_000 }
const LIMITS = { startTimeout: 60_000, stopTimeout: 2_000 }

export const growth: Metric = {
  threshold: 0.01,
  exact: false,
  larger: 'larger',
  counts: false,
  startsServer: true,
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers, scenario, processes, lanes, pinning }) {
    const measured = await measureSubjects(GROWTH, {
      subjects: servers(scenario.name).map((server) => subjectOf(server)),
      scenario,
      values: {},
      tools: { counter: null, lanes, pinning, version: 'none' },
      processes,
      seed: 1,
    })
    return {
      how: `${plural(processes, 'fresh process', 'fresh processes')} of each, interleaved, each read after garbage collections, without compilers`,
      rows: [
        rowOf(
          `heap after ${grouped(REQUESTS.counted)} more requests, over the heap before`,
          sidesOf(measured),
          ({ before, after }) => Number(after) / Number(before),
        ),
      ],
    }
  },
}

const GROWTH: Parameters<typeof measureSubjects>[0] = {
  probe: { ...memory, metrics: [] },
  measure: async (server, { round, cpus, scenario }) => ({
    values: await heapsOf(server, cpus, { scenario, protocol: { seed: round } }, REQUESTS),
  }),
}

/** Returns the bytes that a fresh process holds before and after the counted requests, some of them invalid. */
export async function heapsOf(
  server: Server,
  cpus: number[] | null,
  plan: Parameters<typeof requestsFor>[0],
  requests: typeof REQUESTS,
): Promise<{ before: number; after: number }> {
  using probe = new HeapProbe(server.runtime.name)
  const launch = { ...server, runtime: withV8Flags(server.runtime, WITHOUT_COMPILERS) }
  return await withServer(probe.launch(launch), { cpus, limits: LIMITS }, async ({ pid, port }) => {
    const sequence = new Sequence(requestsFor(plan, server), port)
    try {
      await sequence.send(requests.before)
      const before = await probe.inUse(pid)
      await sequence.send(requests.counted)
      return { before, after: await probe.inUse(pid) }
    } finally {
      sequence.close()
    }
  })
}
