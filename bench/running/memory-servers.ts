/** Watches the memory of all servers: fresh processes of each, in rounds, some side by side, in random order. */
import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { oneLine } from '../../shared/basics/text.ts'
import {
  type BrokenProcess,
  type MemoryProcess,
  type MemoryServer,
  summarizeMemory,
} from '../../shared/result/memory.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { buildServer } from '../contenders/build.ts'
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
  const refusals = new Map<Server, Refusal>()
  const attempt = async (server: Server, work: () => Promise<void>) => {
    if (refusals.has(server)) return
    try {
      await work()
    } catch (error) {
      const reason = oneLine(messageOf(error))
      refusals.set(server, { reason, broken: error instanceof BrokenWatch ? error.seen : null })
      observer.refused(server, reason)
    }
  }
  for (const server of servers) await attempt(server, () => buildServer(server))
  const random = createRandom(protocol.seed)
  for (let round = 0; round < protocol.processes; round++) {
    const turns = random.shuffle(servers)
    for (let first = 0; first < turns.length; first += protocol.sideBySide) {
      await Promise.all(
        turns.slice(first, first + protocol.sideBySide).map((server) =>
          attempt(server, async () => {
            const process = await memoryOf(plan, server)
            const own = processes.get(server) as MemoryProcess[]
            own.push(process)
            observer.watched(server, process, own.length)
          }),
        ),
      )
    }
  }
  return servers.map((server) => memoryServer(server, plan, processes.get(server) ?? [], refusals.get(server) ?? null))
}

interface Refusal {
  reason: string
  broken: BrokenProcess | null
}

function memoryServer(
  server: Server,
  { protocol }: MemoryPlan,
  processes: readonly MemoryProcess[],
  refusal: Refusal | null,
): MemoryServer {
  const { name, manifest, version, runtime } = server
  return {
    name,
    displayName: manifest.name ?? name,
    version,
    runtime: runtime.name,
    runtimeVersion: runtime.version,
    processes: [...processes],
    refusal: refusal?.reason ?? null,
    broken: refusal?.broken ?? null,
    summary: refusal === null ? sixDigits(summarizeMemory(processes, protocol)) : null,
  }
}
