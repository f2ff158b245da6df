/** Watches the memory of servers, shows it, and writes the file. */

import { duration, grouped, plural } from '../../shared/basics/text.ts'
import { type MemoryProtocol, memoryStore } from '../../shared/result/memory.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { watchServers } from '../running/memory-servers.ts'
import { memoryTable } from '../terminal/memory-table.ts'
import { say } from '../terminal/output.ts'
import { runInstrument } from './run-instrument.ts'

export interface MemoryOptions {
  scenario: Scenario
  servers: readonly Server[]
  notInstalled: readonly MissingServer[]
  protocol: MemoryProtocol
  out: string | undefined
}

/** Seconds that starting and stopping take, besides. */
const AROUND = 1.5

/** @returns the exit status: 1 where a server was refused or leaks */
export async function memoryAndReport({
  scenario,
  servers,
  notInstalled,
  protocol,
  out,
}: MemoryOptions): Promise<number> {
  return runInstrument({ store: memoryStore, scenario: scenario.name, out }, async (begin) => {
    const pinning = detectPinning()
    const lines = [headline(scenario, servers.length, protocol)]
    await begin({ lines, notInstalled, pinning, runtimes: runtimesOf(servers), tool: 'none' })
    const watched = await watchServers(
      { scenario, servers, protocol, cpus: pinning.server },
      {
        watched({ name }, { peak, collected, requests }, number) {
          const heap = collected?.heap == null ? '' : `, ${megabytes(collected.heap)} MB of heap stay`
          const figures = `at most ${megabytes(peak)} MB in ${grouped(requests)} requests${heap}`
          say(`${number}/${protocol.processes}  ${name.padEnd(16)} ${figures}`)
        },
        refused: ({ name }, reason) => say(`${name}: refused: ${reason}`),
      },
    )
    return {
      contents: { scenario: scenario.name, protocol, servers: watched },
      table: memoryTable,
      failed: !watched.every(({ summary }) => summary && summary.growth?.verdict !== 'leak'),
    }
  })
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function headline(scenario: Scenario, servers: number, protocol: MemoryProtocol): string {
  const { rate, loadSeconds, idleSeconds, processes, sideBySide, soak } = protocol
  const each = `${grouped(rate)} requests/s for ${loadSeconds} s, ${idleSeconds} s of rest`
  const turns = processes * Math.ceil(servers / sideBySide)
  const about = duration(turns * (loadSeconds + idleSeconds + AROUND))
  return `${scenario.name}: ${plural(servers, 'server')}, ${soak ? 'soak, ' : ''}${each}, about ${about} min`
}
