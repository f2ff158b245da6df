/** `verify --fuzz`: sends arbitrary cases to every chosen server and checks the four invariants. */
import { invariants } from '../../../shared/scenarios/invariants/invariant-case.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { Server } from '../../host/servers.ts'
import { say } from '../../terminal/output.ts'
import type { FuzzLine } from '../../verify/fuzz/figures.ts'
import type { Finding, FuzzPlan } from '../../verify/fuzz/fuzz.ts'
import { type FuzzedServer, fuzzServer } from '../../verify/fuzz/fuzz-server.ts'
import { requestText } from '../../verify/fuzz/request-text.ts'

/** Fuzzes a scenario's servers one after the other, and prints each result. */
export async function fuzzServers(scenario: Scenario, servers: readonly Server[], plan: FuzzPlan): Promise<FuzzLine[]> {
  const lines: FuzzLine[] = []
  for (const server of servers) {
    const begin = performance.now()
    const fuzzed = await fuzzServer(server, scenario, plan)
    const seconds = (performance.now() - begin) / 1000
    say(report(scenario, server, fuzzed, seconds, plan))
    lines.push(lineOf(scenario, server, fuzzed))
  }
  return lines
}

function lineOf(scenario: Scenario, { name, version, runtime }: Server, fuzzed: FuzzedServer): FuzzLine {
  const common = { server: name, version: version ?? runtime.version, scenario: scenario.name }
  if ('broken' in fuzzed) return { ...common, inputs: 0, requests: 0, skipped: 0, met: {}, breach: fuzzed.broken }
  const { finding, inputs, requests, skipped, met } = fuzzed
  return {
    ...common,
    inputs,
    requests,
    skipped,
    met,
    breach: finding && `invariant ${finding.breach.invariant}: ${finding.breach.got}`,
  }
}

function report(scenario: Scenario, server: Server, fuzzed: FuzzedServer, seconds: number, plan: FuzzPlan): string {
  if ('broken' in fuzzed) return `FAIL  ${server.name}: ${fuzzed.broken}`
  const { finding, inputs, requests, skipped, met } = fuzzed
  const known = Object.entries(met).map(([id, times]) => `      known deviation: ${id}, occurred ${times} times`)
  const left = skipped > 0 ? `, ${skipped} skipped for known deviations` : ''
  const sent = `${inputs} inputs (${requests} requests) without a breach in ${seconds.toFixed(1)} s${left}`
  if (!finding) return [`ok    ${server.name}: ${sent}`, ...known].join('\n')
  const { item } = finding
  const request = requestText(item, { scenario, wire: server.manifest.wire }).replaceAll('\n', '\n        ')
  return [
    `FAIL  ${server.name}: a breach after ${sent}`,
    ...known,
    ...findingLines(finding),
    `        request: ${request}`,
    `        again: npm run bench -- verify ${scenario.name} --servers ${server.name} --fuzz ${plan.inputs} --seed ${plan.seed}`,
  ].join('\n')
}

function findingLines({ breach, explanation, repeats }: Finding): string[] {
  const { invariant, expected, got } = breach
  const concurrency = repeats ? [] : ['        seen once, under concurrent load, and not when sent alone']
  return [
    `      invariant ${invariant}: ${invariants[invariant]}`,
    `        expected: ${expected}`,
    `        got: ${got}${explanation ? `: ${explanation}` : ''}`,
    ...concurrency,
  ]
}
