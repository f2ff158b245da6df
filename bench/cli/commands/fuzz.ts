/** `verify --fuzz`: arbitrary cases for every chosen server, judged by the four laws. */
import stringify from 'json-stringify-pretty-compact'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { laws } from '../../../shared/scenarios/laws/law-case.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import type { Server } from '../../contenders/servers.ts'
import type { Finding } from '../../contract/fuzz/fuzz.ts'
import { type FuzzedServer, fuzzServer } from '../../contract/fuzz/fuzz-server.ts'
import { requestText } from '../../contract/fuzz/request-text.ts'
import { describeSource } from '../../machine/environment.ts'

export interface FuzzOptions {
  /** Cases a server and scenario. */
  inputs: number
  seed: number
}

/** A server's line of the figures. */
export interface FuzzFigures {
  server: string
  version: string | null
  scenario: string
  /** Cases sent without a breach, known deviations included, and requests of these. */
  inputs: number
  requests: number
  /** Cases left out for a known deviation's sake. */
  skipped: number
  /** Known deviations that were met, and how often. */
  met: Record<string, number>
  /** The law that was broken, and how, in one line; `null` where none was. */
  breach: string | null
}

/** Fuzzes a scenario's servers one after the other and tells of each as it is done. */
export async function fuzzServers(
  scenario: Scenario,
  servers: readonly Server[],
  plan: FuzzOptions,
): Promise<FuzzFigures[]> {
  const figures: FuzzFigures[] = []
  for (const server of servers) {
    const begin = performance.now()
    const fuzzed = await fuzzServer(server, scenario, plan)
    const seconds = (performance.now() - begin) / 1000
    console.log(report(scenario, server, fuzzed, seconds, plan))
    figures.push(figuresOf(scenario, server, fuzzed))
  }
  return figures
}

/** Writes the figures in the form of an experiment's. */
export function writeFigures(file: string, servers: readonly FuzzFigures[], { inputs, seed }: FuzzOptions): void {
  const { commit } = describeSource()
  const content = { madeAt: new Date().toISOString(), commit, figures: { inputs, seed, servers } }
  writeFileAtomically(file, `${stringify(content, { maxLength: 120 })}\n`)
}

function figuresOf(scenario: Scenario, { name, version }: Server, fuzzed: FuzzedServer): FuzzFigures {
  const common = { server: name, version, scenario: scenario.name }
  if ('broken' in fuzzed) return { ...common, inputs: 0, requests: 0, skipped: 0, met: {}, breach: fuzzed.broken }
  const { finding, inputs, requests, skipped, met } = fuzzed
  return {
    ...common,
    inputs,
    requests,
    skipped,
    met,
    breach: finding && `law ${finding.breach.law}: ${finding.breach.got}`,
  }
}

function report(scenario: Scenario, server: Server, fuzzed: FuzzedServer, seconds: number, plan: FuzzOptions): string {
  if ('broken' in fuzzed) return `FAIL  ${server.name}: ${fuzzed.broken}`
  const { finding, inputs, requests, skipped, met } = fuzzed
  const known = Object.entries(met).map(([id, times]) => `      known deviation: ${id}, met ${times} times`)
  const left = skipped > 0 ? `, ${skipped} left out for known deviations` : ''
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
  const { law, expected, got } = breach
  const company = repeats ? [] : ['        seen once, in the company of other requests, and not when it was sent alone']
  return [
    `      law ${law}: ${laws[law]}`,
    `        expected: ${expected}`,
    `        got: ${got}${explanation ? `: ${explanation}` : ''}`,
    ...company,
  ]
}
