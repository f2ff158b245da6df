/** Counts instructions, shows what came out, and writes the file. */
import { relative } from 'node:path'
import { duration, grouped, plural } from '../../shared/basics/text.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import { type CounterKind, countsPath, newCounts, writeCounts } from '../../shared/result/instructions.ts'
import { type Shard, shardName, shareInName } from '../../shared/result/shards.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { countServers, lanesFor } from '../instructions/count.ts'
import { readyCounter } from '../instructions/counters.ts'
import { detectPinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { countsTable } from '../terminal/counts-table.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

/** The same requests in every run, unless somebody wants others: a count of other requests is another count. */
export const COUNT_SEED = 1
/** Fresh ones of each server: what it takes to tell 1% more work apart in 19 of 20 comparisons (METHODOLOGY). */
export const PROCESSES = 5

export interface CountOptions {
  scenario: Scenario
  servers: readonly Server[]
  notInstalled: readonly MissingServer[]
  /** The first counter that works here where it is left out. */
  counter: CounterKind | undefined
  processes: number
  /** Counted in each process; as many as the counter has time for where it is left out. */
  requests: number | undefined
  seed: number
  out: string | undefined
  /** Of which share of the servers these are; a share is not published. */
  shard?: Shard
  /** Whether pages and charts are renewed; where a file was named they never are. */
  publish?: boolean
}

/** @returns the exit status: 1 where a server was refused */
export async function countAndReport(options: CountOptions): Promise<number> {
  const { scenario, servers, notInstalled, shard = null } = options
  const startedAt = new Date().toISOString()
  const path = options.out ?? shareInName(countsPath({ scenario: scenario.name, startedAt }), shard, null)
  assertFree(path)
  lockMachine()
  try {
    const { counter, selfCheck } = await readyCounter(options.counter)
    const { pinning, lanes } = lanesFor(counter, detectPinning())
    const requests = options.requests ?? counter.amounts.requests
    const { seed, processes } = options
    const protocol = { counter: counter.kind, ...counter.amounts, requests, processes, sideBySide: lanes.length, seed }
    for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
    const each = `${processes} ${processes === 1 ? 'process' : 'processes'} of ${grouped(requests)} requests`
    const share = shard ? ` (shard ${shardName(shard)} of ${shard.chosen.length})` : ''
    say(`${scenario.name}: ${plural(servers.length, 'server')}${share}, ${each}, counted by ${counter.title}`)
    if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
    const source = describeSource()
    const runtimes = [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
    const environment = describeEnvironment(pinning, runtimes, counter.version())
    if (!counter.emulates) pinSelf(pinning.generator)
    const counted = await countServers(
      { counter, scenario, servers, protocol, lanes },
      {
        counted: ({ name }, process, number) => {
          const figures = `${grouped(javascriptOf(process))} instructions a request`
          const settled = process.settled ? '' : ', not settled'
          say(`${number}/${processes}  ${name.padEnd(16)} ${figures}, ${duration(process.seconds)}${settled}`)
        },
        refused: ({ name }, reason) => say(`${name}: refused: ${reason}`),
      },
    )
    const finishedAt = new Date().toISOString()
    const counts = newCounts({
      scenario: scenario.name,
      startedAt,
      finishedAt,
      protocol,
      counterVersion: counter.version(),
      selfCheck,
      environment,
      source,
      servers: sixDigits(counted),
      notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
      shard,
    })
    say(`\n${countsTable(counts)}\n`)
    writeCounts(path, counts)
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    say(`took ${duration(took)}, written to ${relative('', path)}`)
    if (!options.out && !shard && options.publish !== false) await publishPages()
    return counted.every(({ summary }) => summary) ? 0 : 1
  } finally {
    unlockMachine()
  }
}
