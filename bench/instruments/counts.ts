/** Counts instructions of servers and their variants, repeatably. */
import { grouped } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { countProcess, javascriptOf } from '../counters/count-process.ts'
import type { Amounts, Counter } from '../counters/counter.ts'
import { requestsFor } from '../counters/requests.ts'
import type { Server } from '../folders/servers.ts'
import { forCounting } from '../machine/runtimes.ts'
import { measureProcesses } from './processes.ts'

interface CountPlan<S extends Server> {
  counter: Pick<Counter, 'start'>
  scenario: Scenario
  servers: readonly S[]
  protocol: Amounts & { processes: number; seed: number }
  /** CPUs of each concurrent process; null without pinning. */
  lanes: readonly (number[] | null)[]
}

/** V8 does the same in each process, and no request is invalid, which would discard optimized code now and then. */
export function countProcesses<S extends Server>(plan: CountPlan<S>) {
  const { counter, servers, protocol, lanes } = plan
  const ring = (server: Server) => requestsFor(plan, server, { validOnly: true })
  return measureProcesses({
    servers,
    lanes,
    processes: protocol.processes,
    seed: protocol.seed,
    measure: (server, round, cpus) =>
      countProcess(
        { counter, protocol, ring },
        { ...server, runtime: forCounting(server.runtime, round) },
        cpus,
      ),
    line: (process) => `${grouped(javascriptOf(process))} instructions per request`,
  })
}
