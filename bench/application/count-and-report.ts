/** Counts instructions, shows what came out, and writes the file. */

import { duration, grouped, plural } from '../../shared/basics/text.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import { type CounterKind, countsStore } from '../../shared/result/instructions.ts'
import { type Shard, shardName, shareInName } from '../../shared/result/shards.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { type CountObserver, countServers } from '../counters/count.ts'
import { readyCounter } from '../counters/counters.ts'
import { lanesFor } from '../counters/lanes.ts'
import { detectPinning, pinSelf } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { countsTable } from '../terminal/counts-table.ts'
import { say } from '../terminal/output.ts'
import { runInstrument } from './run-instrument.ts'

/** The same requests in every run, unless somebody wants others: a count of other requests is another count. */
export const COUNT_SEED = 1
/** Fresh ones of each server: what it takes to tell 1% more work apart in 19 of 20 comparisons (docs/instructions.md). */
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
  const { scenario, servers, notInstalled, shard = null, out, publish = true } = options
  const order = {
    store: countsStore,
    scenario: scenario.name,
    out,
    place: (path: string) => shareInName(path, shard, null),
    publish: publish && !shard,
    timed: false,
  }
  return runInstrument(order, async (begin) => {
    const { counter, selfCheck } = await readyCounter(options.counter)
    const { pinning, lanes } = lanesFor(counter, detectPinning())
    const requests = options.requests ?? counter.amounts.requests
    const { seed, processes } = options
    const protocol = { counter: counter.kind, ...counter.amounts, requests, processes, sideBySide: lanes.length, seed }
    const each = `${plural(processes, 'process', 'processes')} of ${grouped(requests)} requests`
    const share = shard ? ` (shard ${shardName(shard)} of ${shard.chosen.length})` : ''
    const lines = [
      `${scenario.name}: ${plural(servers.length, 'server')}${share}, ${each}, counted by ${counter.title}`,
    ]
    await begin({ lines, notInstalled, pinning, runtimes: runtimesOf(servers), tool: counter.version() })
    if (!counter.emulates) pinSelf(pinning.generator)
    const counted = await countServers({ counter, scenario, servers, protocol, lanes }, countProgress(processes))
    return {
      contents: {
        scenario: scenario.name,
        protocol,
        counterVersion: counter.version(),
        selfCheck,
        servers: sixDigits(counted),
        shard,
        merged: null,
      },
      table: countsTable,
      failed: !counted.every(({ summary }) => summary),
    }
  })
}

/** A line for each process that was counted, and for each server that is disqualified. */
export function countProgress(processes: number): CountObserver {
  return {
    counted: ({ name }, process, number) => {
      const figures = `${grouped(javascriptOf(process))} instructions a request`
      const settled = process.settled ? '' : ', not settled'
      say(`${number}/${processes}  ${name.padEnd(16)} ${figures}, ${duration(process.seconds)}${settled}`)
    },
    refused: ({ name }, reason) => say(`${name}: refused: ${reason}`),
  }
}
