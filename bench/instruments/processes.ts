/** Measures fresh processes of servers in interleaved order, and disqualifies what fails. */
import { createRandom } from '../../shared/basics/random.ts'
import { inLanes } from '../counters/lanes.ts'
import { buildServer } from '../folders/build.ts'
import { Attempts, identityOf } from '../folders/identity.ts'
import type { Server } from '../folders/servers.ts'
import { partOfJournal } from '../measure/journal.ts'
import { say } from '../terminal/output.ts'

/** A server, or one of several measurements of it: then the part tells them apart. */
export type Measurable = Server & { part?: string }

/** A measurement of fresh processes of servers. */
interface Rounds<P, S extends Measurable> {
  servers: readonly S[]
  /** Number per server. */
  processes: number
  /** CPUs of each concurrent process; null without pinning. Default: one process at a time, not pinned. */
  lanes?: readonly (number[] | null)[]
  seed: number
  /** Starts, measures and ends one fresh process. @throws with the reason of a disqualification */
  measure(server: S, round: number, cpus: number[] | null): Promise<P>
  /** Returns the progress line of a measured process. */
  line(process: P): string
}

export interface MeasuredServer<P, S extends Measurable = Server>
  extends ReturnType<typeof identityOf> {
  server: S
  processes: P[]
  refusal: string | null
}

/**
 * Builds the servers and measures fresh processes of each, in rounds of random order, so that disturbances affect all. A
 * server that fails is disqualified for the rest, or its part.
 */
export async function measureProcesses<P, S extends Measurable>(
  rounds: Rounds<P, S>,
): Promise<MeasuredServer<P, S>[]> {
  const { servers, processes: number, lanes = [null], seed, measure, line } = rounds
  const nameOf = ({ name, part = '' }: S) => (part === '' ? name : `${name}, ${part}`)
  const processes = new Map<S, P[]>(servers.map((server) => [server, []]))
  const attempts = new Attempts<S>((server, reason) =>
    say(`${nameOf(server)}: disqualified: ${reason}`),
  )
  for (const server of servers) await attempts.attempt(server, () => buildServer(server))
  const kept = partOfJournal()
  const random = createRandom(seed)
  const turns = Array.from({ length: number }, (_, i) =>
    random.shuffle(servers).map((server) => ({ server, round: i + 1 })),
  )
  await inLanes(lanes, turns.flat(), ({ server, round }, cpus) =>
    attempts.attempt(server, async () => {
      const process = await kept(`${nameOf(server)}/${round}`, () => measure(server, round, cpus))
      ;(processes.get(server) as P[])[round - 1] = process
      say(`${round}/${number}  ${nameOf(server).padEnd(16)} ${line(process)}`)
    }),
  )
  return servers.map((server) => {
    const reason = attempts.reasonOf(server)
    return {
      server,
      ...identityOf(server),
      // By round; without those that failed.
      processes: Object.values(processes.get(server) ?? []),
      refusal: reason !== null && server.part ? `${server.part}: ${reason}` : reason,
    }
  })
}
