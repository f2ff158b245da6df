/** Measures latencies under an open loop, shows what came out, and writes the file. */
import { duration, grouped, plural } from '../../shared/basics/text.ts'
import { type LatencyProtocol, type LatencyServer, latencyStore } from '../../shared/result/latency.ts'
import { summarizePoints } from '../../shared/result/latency-summary.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { measureLatency } from '../latency/measure-latency.ts'
import { expectedLatencySeconds } from '../latency/rates.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { latencyLine, latencyText } from '../terminal/latency-table.ts'
import { say } from '../terminal/output.ts'
import { runInstrument } from './run-instrument.ts'

export interface LatencyOptions {
  scenario: Scenario
  servers: readonly Server[]
  notInstalled: readonly MissingServer[]
  protocol: LatencyProtocol
  out: string | undefined
}

/** @returns the exit status: 1 where a server was disqualified, or has no figure since the generator stood still */
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
    const measured = await measureLatency(
      { scenario, servers, protocol, pinning },
      {
        roundBegins: (round) => say(`round ${round}/${protocol.rounds}`),
        measured: ({ name }, process) => say(latencyLine(name, process)),
        refused: ({ name }, reason) => say(`${name}: refused: ${reason}`),
      },
    )
    return {
      contents: { scenario: scenario.name, protocol, servers: sixDigits(measured) },
      table: latencyText,
      failed: measured.some((server) => server.refusal !== null || hasNoFigure(server)),
    }
  })
}

/** Whether the generator stood still at each rate and each time. */
function hasNoFigure(server: LatencyServer): boolean {
  const points = summarizePoints(server)
  return points.length > 0 && points.every(({ counted }) => counted === 0)
}

function openingLine({ name }: Scenario, servers: number, protocol: LatencyProtocol): string {
  const { rates, shares, rounds, objective } = protocol
  const shown = [
    ...rates.map((rate) => `${grouped(rate)}/s`),
    ...shares.map((share) => `${Math.round(share * 100)}% of the maximum`),
    ...(objective === null ? [] : [`the highest rate with ${objective.quantile} < ${objective.milliseconds} ms`]),
  ]
  const about = duration(expectedLatencySeconds(protocol, servers))
  return `${name}: ${plural(servers, 'server')}, ${plural(rounds, 'process', 'processes')} each, ${shown.join(', ')}, about ${about} min`
}
