/** Counts instructions of servers, for all instruments that do so. */
import { duration, grouped } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { javascriptOf, summarizeProcesses } from '../../shared/results/counts-summary.ts'
import type { CountedServer, CountsProtocol } from '../../shared/results/instructions.ts'
import { counted, processes } from '../cli/options.ts'
import { countProcess } from '../counters/count-process.ts'
import { AMOUNTS, type Counter } from '../counters/counter.ts'
import { requestsFor } from '../counters/requests.ts'
import { codeDigest } from '../folders/code-digest.ts'
import type { Server } from '../folders/servers.ts'
import { forCounting } from '../machine/runtimes.ts'
import { measureProcesses } from './processes.ts'

/** Five processes each by default: enough to detect 1% more work in 19 of 20 comparisons. */
export const countOptions = { processes: processes(5, 2), requests: counted(AMOUNTS.requests) }

interface CountPlan<S extends Server> {
  counter: Pick<Counter, 'start'>
  scenario: Scenario
  servers: readonly S[]
  protocol: CountsProtocol
  /** CPUs of each concurrent process; null without pinning. */
  lanes: readonly (number[] | null)[]
  /**
   * To compare servers with copies of themselves: V8 does the same in each process, and no request is invalid, which would discard
   * optimized code now and then.
   */
  repeatably?: boolean
}

/** Counts fresh processes of each server. */
export function countProcesses<S extends Server>(plan: CountPlan<S>) {
  const { counter, servers, protocol, lanes, repeatably = false } = plan
  const counting = {
    counter,
    protocol,
    ring: (server: Server) => requestsFor(plan, server, { validOnly: repeatably }),
  }
  return measureProcesses({
    ...{ servers, lanes, processes: protocol.processes, seed: protocol.seed },
    measure: (server, round, cpus) =>
      countProcess(
        counting,
        repeatably ? { ...server, runtime: forCounting(server.runtime, round) } : server,
        cpus,
      ),
    line(process) {
      const settled = repeatably || process.settled ? '' : ', not settled'
      return `${grouped(javascriptOf(process))} instructions per request, ${duration(process.seconds)}${settled}`
    },
  })
}

/** Counts servers, and names what their counts depend on. */
export async function countServers(plan: CountPlan<Server>): Promise<CountedServer[]> {
  const measured = await countProcesses(plan)
  return measured.map(({ server, ...own }) => ({
    ...own,
    packages: server.packages,
    code: codeDigest(server),
    summary: own.refusal === null ? summarizeProcesses(own.processes) : null,
  }))
}
