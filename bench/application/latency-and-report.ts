/** Measures latencies under an open loop, shows what came out, and writes the file. */

import { messageOf } from '../../shared/basics/errors.ts'
import { duration, grouped, plural } from '../../shared/basics/text.ts'
import {
  type LatencyProtocol,
  type LatencyResult,
  type LatencyServer,
  latencyStore,
  type Search,
} from '../../shared/result/latency.ts'
import { packPoint } from '../../shared/result/latency-measured.ts'
import { summarizePoint } from '../../shared/result/latency-summary.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { buildServer } from '../contenders/build.ts'
import { codeDigest } from '../contenders/code-digest.ts'
import { identityOf } from '../contenders/identity.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { measureRates, type RatesRecord } from '../latency/measure-rates.ts'
import { expectedLatencySeconds, roundsOf } from '../latency/rates.ts'
import { searchAll } from '../latency/search-objective.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { measureStalls } from '../machine/stalls.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { latencyLine, latencyTable, objectiveTable, searchLine } from '../terminal/latency-table.ts'
import { say } from '../terminal/output.ts'
import { runInstrument } from './run-instrument.ts'

export interface LatencyOptions {
  scenario: Scenario
  servers: readonly Server[]
  notInstalled: readonly MissingServer[]
  protocol: LatencyProtocol
  out: string | undefined
}

/** @returns the exit status: 1 where a server was refused, or has no number since the generator stood still */
export async function latencyAndReport({
  scenario,
  servers,
  notInstalled,
  protocol,
  out,
}: LatencyOptions): Promise<number> {
  return runInstrument({ store: latencyStore, scenario: scenario.name, out }, async (begin) => {
    const pinning = detectPinning()
    const lines = [openingLine(scenario, servers.length, protocol)]
    await begin({ lines, notInstalled, pinning, runtimes: runtimesOf(servers), tool: builtin.version() })
    const unbuilt = await buildAll(servers)
    const stalls = new Stalls(pinning, protocol.sliceSeconds)
    const plan = { scenario, servers: servers.filter((server) => !unbuilt.has(server)), protocol, pinning }
    const refused = ({ name }: Server, reason: string) => say(`${name}: refused: ${reason}`)
    const records: Map<Server, RatesRecord> = await measureRates(plan, {
      async roundBegins(round) {
        say(`round ${round}/${roundsOf(protocol)}`)
        await stalls.look()
      },
      measured: ({ name }, _round, record) => say(latencyLine(name, packed(record))),
      refused,
    })
    const { objective } = protocol
    const found = (server: Server, search: Search) => say(searchLine(server.name, search))
    const searches =
      objective === null ? new Map() : await searchAll({ ...plan, objective, records }, { found, refused })
    const measured = sixDigits(
      servers.map((server): LatencyServer => {
        const record = records.get(server) ?? { maxima: [], points: [], refusal: unbuilt.get(server) ?? null }
        // What was seen of a server that failed is no number.
        const seen = record.refusal === null ? packed(record) : { ...record, maxima: [], points: [] }
        return { ...identityOf(server), code: codeDigest(server), ...seen, search: searches.get(server) ?? null }
      }),
    )
    return {
      contents: { scenario: scenario.name, protocol, stalls: stalls.seen, servers: measured },
      table: (file) =>
        [latencyTable(file), objectiveTable(file), ...noNumberLine(measured)].filter(Boolean).join('\n\n'),
      failed: measured.some((server) => hasNoNumber(server) || server.refusal !== null),
    }
  })
}

/** Of servers whose every slice came while the generator stood still. */
function noNumberLine(servers: readonly LatencyServer[]): string[] {
  const without = servers.filter(hasNoNumber).map(({ name }) => name)
  if (without.length === 0) return []
  return [
    `no number of ${without.join(', ')}: the load generator stood still for a moment in each slice: others had its CPU; end them, or name lower --rates and --shares`,
  ]
}

/** What the machine itself makes wait, in several looks. */
class Stalls {
  /** Null where nothing can be told. */
  seen: LatencyResult['stalls'] = null
  readonly #pinning: Pinning
  readonly #seconds: number

  constructor(pinning: Pinning, seconds: number) {
    this.#pinning = pinning
    this.#seconds = seconds
  }

  async look(): Promise<void> {
    const { server } = this.#pinning
    const found = server === null ? null : await measureStalls(server, this.#seconds)
    if (found === null) return
    const { seconds, milliseconds } = this.seen ?? { seconds: 0, milliseconds: [] }
    this.seen = { seconds: seconds + this.#seconds, milliseconds: [...milliseconds, ...sixDigits(found)] }
  }
}

/** Whether it was loaded, and no slice counts. */
function hasNoNumber({ points }: LatencyServer): boolean {
  const loaded = points.filter(({ skipped }) => skipped === null)
  return loaded.length > 0 && loaded.every((point) => summarizePoint(point) === null)
}

const packed = (record: RatesRecord) => ({ ...record, points: record.points.map(packPoint) })

function openingLine({ name }: Scenario, servers: number, protocol: LatencyProtocol): string {
  const { rates, shares, rounds, arrivals, objective } = protocol
  const shown = [
    ...(rates.length > 0 ? [`${rates.map(grouped).join(', ')}/s`] : []),
    ...(shares.length > 0
      ? [`${shares.map((share) => `${Math.round(share * 100)}%`).join(', ')} of each one's maximum`]
      : []),
  ]
  const seconds = duration(expectedLatencySeconds(protocol, servers))
  const what = shown.length > 0 ? `${arrivals} arrivals at ${shown.join(' and ')}` : 'maxima only'
  const searched = objective === null ? '' : `, then the highest rate of ${objectiveText(objective)}`
  return `${name}: ${plural(servers, 'server')}, ${what}, ${rounds} ${rounds === 1 ? 'process' : 'processes'} each${searched}, about ${seconds} min`
}

function objectiveText({ quantile, milliseconds }: NonNullable<LatencyProtocol['objective']>): string {
  return `${quantile} < ${milliseconds} ms`
}

/** @returns why servers can not be built, of those that can not */
async function buildAll(servers: readonly Server[]): Promise<Map<Server, string>> {
  const failed = new Map<Server, string>()
  for (const server of servers) {
    try {
      await buildServer(server)
    } catch (error) {
      failed.set(server, messageOf(error))
      say(`${server.name}: refused: ${messageOf(error)}`)
    }
  }
  return failed
}
