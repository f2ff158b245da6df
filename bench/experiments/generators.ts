/** Whether the load generators agree: the same server process, each of them in turn, without pipelining. */

import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Protocol } from '../../shared/result/format.ts'
import { type RatioEstimate, ratioInterval } from '../../shared/result/intervals.ts'
import { medianOf } from '../../shared/result/statistics.ts'
import type { LoadSession } from '../load/generator.ts'
import { generators } from '../load/generators.ts'
import { CHECKS_PER_SECOND } from '../measure/checker.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import { loadSameServer, type RatesByKind, ratiosOf } from './lib/same-server.ts'

interface Figures {
  versions: Record<string, string>
  servers: { server: string; rates: RatesByKind; ratios: Record<string, RatioEstimate> }[]
}

const BASE = 'wrk'
const SWEEPS = 60
const SLICE_SECONDS = 1

export const generatorAgreement: Experiment<Figures> = {
  name: 'generators',
  async measure(pinning) {
    const protocol: Protocol = {
      ...defaultProtocol,
      secondPipelining: null,
      pipelining: 1,
      sliceSeconds: SLICE_SECONDS,
      seed: 1,
    }
    const load = { ...protocol, scenario: scenario.name, wire: 'plain' as const }
    const sessions = new Map<string, LoadSession>()
    const versions: Record<string, string> = {}
    for (const generator of Object.values(generators)) {
      try {
        sessions.set(generator.name, await generator.prepare(load, pinning.generator))
        versions[generator.name] = generator.version()
      } catch (error) {
        console.log(`left out: ${(error as Error).message}`)
      }
    }
    const servers: Figures['servers'] = []
    try {
      const kinds = [...sessions].map(([name, session]) => ({ name, session, checksPerSecond: CHECKS_PER_SECOND }))
      for (const server of serversNamed('http-node', 'express', 'fastify')) {
        const rates = await loadSameServer(server, kinds, protocol, SWEEPS, pinning)
        const ratios: Record<string, RatioEstimate> = {}
        for (const { name } of kinds) {
          const ratio = ratioInterval(ratiosOf(rates, name, BASE))
          if (ratio) ratios[name] = ratio
        }
        servers.push({ server: server.name, rates, ratios })
      }
    } finally {
      for (const session of sessions.values()) await session.close()
    }
    return { versions, servers }
  },
  markdown({ versions, servers }) {
    const names = Object.keys(versions)
    const cell = (server: Figures['servers'][number], name: string) => {
      const { median } = medianOf(server.rates[name] ?? [Number.NaN])
      const ratio = server.ratios[name]
      const relative =
        name === BASE || !ratio ? '' : ` (${ratio.ratio.toFixed(3)}, ${ratio.low.toFixed(3)}–${ratio.high.toFixed(3)})`
      return `${grouped(median)}${relative}`
    }
    return [
      `Requests/s, in parentheses the ratio to ${BASE} with its 95% interval, paired within ${SWEEPS} sweeps of slices of ${SLICE_SECONDS} s on one server process:`,
      table(
        ['server', ...names.map((name) => `${name} ${versions[name]}`)],
        servers.map((server) => [server.server, ...names.map((name) => cell(server, name))]),
        ['left', ...names.map(() => 'right' as const)],
      ),
    ].join('\n\n')
  },
}

await perform(generatorAgreement, import.meta.main)
