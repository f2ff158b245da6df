/** Watches the memory of servers, shows it, and writes the file. */
import { relative } from 'node:path'
import { duration, grouped, plural } from '../../shared/basics/text.ts'
import { type MemoryProtocol, memoryPath, newMemory, writeMemory } from '../../shared/result/memory.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { detectPinning, pinSelf } from '../machine/cpus.ts'
import { describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { describeTimedEnvironment } from '../machine/speed.ts'
import { watchServers } from '../running/memory-servers.ts'
import { memoryTable } from '../terminal/memory-table.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

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
  const startedAt = new Date().toISOString()
  const path = out ?? memoryPath({ scenario: scenario.name, startedAt })
  assertFree(path)
  lockMachine()
  try {
    for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
    say(headline(scenario, servers.length, protocol))
    const pinning = detectPinning()
    if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
    const source = describeSource()
    const runtimes = [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
    const environment = await describeTimedEnvironment(pinning, runtimes, 'none')
    pinSelf(pinning.generator)
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
    const finishedAt = new Date().toISOString()
    const memory = newMemory({
      scenario: scenario.name,
      startedAt,
      finishedAt,
      protocol,
      environment,
      source,
      servers: watched,
      notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
    })
    say(`\n${memoryTable(memory)}\n`)
    writeMemory(path, memory)
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    say(`took ${duration(took)}, written to ${relative('', path)}`)
    if (out === undefined) await publishPages()
    return watched.every(({ summary }) => summary && summary.growth?.verdict !== 'leak') ? 0 : 1
  } finally {
    unlockMachine()
  }
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
