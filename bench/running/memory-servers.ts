/** Watches the memory of all servers: fresh processes of each, in rounds, some side by side, in random order. */
import { createRandom } from '../../shared/basics/random.ts'
import {
  type BrokenProcess,
  type MemoryProcess,
  type MemoryServer,
  summarizeMemory,
} from '../../shared/result/memory.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { buildServer } from '../contenders/build.ts'
import { Attempts, identityOf } from '../contenders/identity.ts'
import type { Server } from '../contenders/servers.ts'
import { BrokenWatch, type MemoryPlan, memoryOf } from './memory.ts'

export interface MemoryRun extends MemoryPlan {
  servers: readonly Server[]
}

export interface MemoryObserver {
  watched(server: Server, process: MemoryProcess, number: number): void
  refused(server: Server, reason: string): void
}

/** A server that fails is refused for the rest, and the others go on. */
export async function watchServers(plan: MemoryRun, observer: MemoryObserver): Promise<MemoryServer[]> {
  const { servers, protocol } = plan
  const processes = new Map<Server, MemoryProcess[]>(servers.map((server) => [server, []]))
  const broken = new Map<Server, BrokenProcess>()
  const attempts = new Attempts<Server>((server, reason, error) => {
    if (error instanceof BrokenWatch) broken.set(server, error.seen)
    observer.refused(server, reason)
  })
  for (const server of servers) await attempts.attempt(server, () => buildServer(server))
  const random = createRandom(protocol.seed)
  for (let round = 0; round < protocol.processes; round++) {
    const turns = random.shuffle(servers)
    for (let first = 0; first < turns.length; first += protocol.sideBySide) {
      await Promise.all(
        turns.slice(first, first + protocol.sideBySide).map((server) =>
          attempts.attempt(server, async () => {
            const process = await memoryOf(plan, server)
            const own = processes.get(server) as MemoryProcess[]
            own.push(process)
            observer.watched(server, process, own.length)
          }),
        ),
      )
    }
  }
  return servers.map((server) => {
    const own = processes.get(server) as MemoryProcess[]
    const refusal = attempts.reasonOf(server)
    return {
      ...identityOf(server),
      processes: own,
      refusal,
      broken: broken.get(server) ?? null,
      summary: refusal === null ? sixDigits(summarizeMemory(own, protocol)) : null,
    }
  })
}
