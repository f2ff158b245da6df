/** What a load generator does to the number: the same server process under each of them in turn. */

import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Protocol, Trial } from '../../shared/result/format.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { medianOf, spreadOf } from '../../shared/result/statistics.ts'
import type { LoadGenerator, LoadSession } from '../load/generator.ts'
import { generators } from '../load/generators.ts'
import type { Pinning } from '../machine/cpus.ts'
import { CHECKS_PER_SECOND } from '../measure/checker.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import { type LoadKind, slicesOfSameServer } from './lib/same-server.ts'

interface Load {
  /** Of each slice. */
  requestsPerSecond: number[]
  /** Of the server for a request, over all slices: microseconds, and how many. */
  userMicroseconds: number
  systemMicroseconds: number
  contextSwitches: number
  interrupts: number | null
}

interface Figures {
  versions: Record<string, string>
  sweeps: number
  seconds: number
  servers: { server: string; pipelining: number; loads: Record<string, Load> }[]
}

const SWEEPS = 10
const SLICE_SECONDS = 1
const SERVERS = ['http-node', 'fastify', 'express', 'hono.bun', 'http-bun']
/** Servers that are loaded with several requests in flight on each connection, too. */
const PIPELINED = ['http-node', 'express']
const DEPTH = 10

const SLEEPING = 'builtin, sleeping'
const POLLING = 'builtin, polling'

export const generatorAgreement: Experiment<Figures> = {
  name: 'generators',
  async measure(pinning) {
    const versions: Figures['versions'] = {}
    const servers: Figures['servers'] = []
    for (const pipelining of [1, DEPTH]) {
      const protocol = { ...defaultProtocol, secondPipelining: null, pipelining, sliceSeconds: SLICE_SECONDS, seed: 1 }
      const sessions = await prepareAll(protocol, pinning, versions)
      try {
        const kinds = [...sessions].map(([name, session]) => ({ name, session, checksPerSecond: CHECKS_PER_SECOND }))
        for (const server of serversNamed(...(pipelining === 1 ? SERVERS : PIPELINED))) {
          servers.push({ server: server.name, pipelining, loads: await loadsOf(server, kinds, protocol, pinning) })
          console.log(`${server.name}, ${pipelining} in flight`)
        }
      } finally {
        for (const session of sessions.values()) await session.close()
      }
    }
    return { versions, sweeps: SWEEPS, seconds: SLICE_SECONDS, servers }
  },
  markdown({ versions, sweeps, seconds, servers }) {
    const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
    const header = [
      'server',
      'generator',
      'requests/s',
      'variation',
      'user, µs',
      'system, µs',
      'interrupts',
      'switches',
    ]
    const rows = servers.flatMap(({ server, pipelining, loads }) =>
      Object.entries(loads).map(([kind, load], i) => [
        i === 0 ? `${server}${pipelining > 1 ? `, ${pipelining} in flight` : ''}` : '',
        kind,
        grouped(medianOf(load.requestsPerSecond).median),
        `${((spreadOf(load.requestsPerSecond).sd / spreadOf(load.requestsPerSecond).mean) * 100).toFixed(1)}%`,
        load.userMicroseconds.toFixed(1),
        load.systemMicroseconds.toFixed(1),
        load.interrupts?.toFixed(2) ?? '',
        load.contextSwitches.toFixed(2),
      ]),
    )
    return [
      `The same server process under each generator in turn, ${sweeps} slices of ${seconds} s each in random order, 100 connections (${names.join(', ')}). Requests/s is the median of the slices, variation their standard deviation over their mean; user and system time are the server's for a request, interrupts those between the two CPUs, switches the server's context switches for a request:`,
      table(header, rows, ['left', 'left', ...header.slice(2).map(() => 'right' as const)]),
      conclusion(servers),
    ].join('\n\n')
  },
}

/** A session of every generator that is here and can load so; the built-in one twice. */
async function prepareAll(protocol: Protocol, pinning: Pinning, versions: Figures['versions']) {
  const sessions = new Map<string, LoadSession>()
  const prepare = async (name: string, generator: LoadGenerator, polling: boolean) => {
    const load = { ...protocol, polling, scenario: scenario.name, wire: 'plain' as const, seed: sessions.size + 1 }
    try {
      sessions.set(name, await generator.prepare(load, pinning.generator))
      versions[generator.name] = generator.version()
    } catch (error) {
      console.log(`left out: ${(error as Error).message}`)
    }
  }
  for (const generator of Object.values(generators)) {
    if (generator.polls) continue
    await prepare(generator.name, generator, false)
  }
  await prepare(SLEEPING, generators.builtin, false)
  await prepare(POLLING, generators.builtin, true)
  return sessions
}

async function loadsOf(
  server: Parameters<typeof slicesOfSameServer>[0],
  kinds: readonly LoadKind[],
  protocol: Protocol,
  pinning: Pinning,
): Promise<Record<string, Load>> {
  // The first sweep warms every generator's process.
  const slices = await slicesOfSameServer(server, kinds, protocol, SWEEPS + 1, pinning)
  return Object.fromEntries(kinds.map(({ name }) => [name, loadOf(quietest(slices[name]?.slice(1) ?? []))]))
}

/** Those that were not disturbed, or all where each was. */
function quietest(slices: Trial['slices']): Trial['slices'] {
  const quiet = slices.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : slices
}

function loadOf(slices: Trial['slices']): Load {
  const sum = (value: (slice: Trial['slices'][number]) => number) =>
    slices.reduce((total, slice) => total + value(slice), 0)
  const requests = sum((slice) => slice.requests)
  const interrupts = slices.some(({ kernel }) => !kernel || kernel.interrupts === null)
    ? null
    : sum(({ kernel }) => kernel?.interrupts ?? 0) / requests
  return {
    requestsPerSecond: slices.map(rateOf),
    userMicroseconds: (sum(({ kernel }) => kernel?.userSeconds ?? 0) / requests) * 1e6,
    systemMicroseconds: (sum(({ kernel }) => kernel?.systemSeconds ?? 0) / requests) * 1e6,
    contextSwitches: sum(({ kernel }) => kernel?.contextSwitches ?? 0) / requests,
    interrupts,
  }
}

/** What the rows without pipelining come to, in a sentence. */
function conclusion(servers: Figures['servers']): string {
  const parts = servers
    .filter(({ pipelining }) => pipelining === 1)
    .flatMap(({ server, loads }) => {
      const [sleeping, polling] = [loads[SLEEPING], loads[POLLING]]
      if (!sleeping || !polling) return []
      const ratio = medianOf(polling.requestsPerSecond).median / medianOf(sleeping.requestsPerSecond).median
      return [`${server} ${ratio.toFixed(2)}`]
    })
  return `Requests/s under the built-in generator polling, over the same sleeping: ${parts.join(', ')}.`
}

await perform(generatorAgreement, import.meta.main)
