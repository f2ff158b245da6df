/** Compares load generators: each loads the same server process, in random order. Needs autocannon, wrk and oha on the PATH. */
import { table } from '../../charts/text/markdown.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Trial } from '../../shared/format/format.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { requestsPerSecond } from '../../shared/stats/rates.ts'
import { medianOf, spreadOf } from '../../shared/stats/statistics.ts'
import type { Server } from '../folders/servers.ts'
import { builtin, VERSION } from '../load/builtin/builtin.ts'
import type { LoadSession } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import { RunningTrial } from '../run/running-trial.ts'
import { sliceRecord } from '../run/trial-record.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import { programs } from './lib/programs.ts'

interface Load {
  requestsPerSecond: number[]
  /** CPU time of the server per request, in user space. */
  userMicroseconds: number
  systemMicroseconds: number
  contextSwitches: number
  interrupts: number | null
}

interface Figures {
  versions: Record<string, string>
  sweeps: number
  seconds: number
  servers: { server: string; loads: Record<string, Load> }[]
}

const SWEEPS = 10
const WARM_UP_SWEEPS = 2
const SERVERS = ['http-node', 'express']
const PROTOCOL = { ...defaultProtocol, sliceSeconds: 1, seed: 1 }
const POLLING = 'built-in, busy-polling'
const KINDS = { ...programs, 'built-in, event-driven': builtin, [POLLING]: builtin }

export const generatorAgreement: Experiment<Figures> = {
  name: 'generators',
  async measure(pinning) {
    const versions: Figures['versions'] = { builtin: VERSION }
    for (const [name, program] of Object.entries(programs)) versions[name] = program.version()
    const servers: Figures['servers'] = []
    const sessions = new Map<string, LoadSession>()
    try {
      for (const [name, generator] of Object.entries(KINDS)) {
        const load = {
          ...PROTOCOL,
          polling: name === POLLING,
          scenario: scenario.name,
          wire: 'plain' as const,
          seed: sessions.size + 1,
        }
        sessions.set(name, await generator.prepare(load, pinning.generator))
      }
      for (const server of serversNamed(...SERVERS)) {
        const slices = await slicesOf(server, sessions, pinning)
        servers.push({
          server: server.name,
          loads: Object.fromEntries([...slices].map(([k, list]) => [k, loadOf(list)])),
        })
      }
    } finally {
      for (const session of sessions.values()) await session.close()
    }
    return { versions, sweeps: SWEEPS, seconds: PROTOCOL.sliceSeconds, servers }
  },
  markdown({ versions, sweeps, seconds, servers }) {
    const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
    const header = [
      'server',
      'generator',
      'requests/s',
      'sd',
      'user, µs',
      'system, µs',
      'interrupts',
      'switches',
    ]
    const rows = servers.flatMap(({ server, loads }) =>
      Object.entries(loads).map(([kind, load], i) => {
        const { mean, sd } = spreadOf(load.requestsPerSecond)
        return [
          i === 0 ? server : '',
          kind,
          grouped(medianOf(load.requestsPerSecond).median),
          `${((sd / mean) * 100).toFixed(1)}%`,
          load.userMicroseconds.toFixed(1),
          load.systemMicroseconds.toFixed(1),
          load.interrupts?.toFixed(2) ?? '',
          load.contextSwitches.toFixed(2),
        ]
      }),
    )
    return [
      `The same server process under each generator, ${sweeps} slices of ${seconds} s each in random order, 100 connections (${names.join(', ')}). Requests/s is the median of the slices, sd their relative standard deviation; user and system time, interrupts between the two CPUs and context switches are the server's per request:`,
      table(header, rows, ['left', 'left', ...header.slice(2).map(() => 'right' as const)]),
    ].join('\n\n')
  },
}

/** The slices of each session, all of one process; the first sweeps warm it up. */
async function slicesOf(
  server: Server,
  sessions: ReadonlyMap<string, LoadSession>,
  pinning: Pinning,
) {
  const random = createRandom(PROTOCOL.seed)
  const place = { round: 1, group: 1, seed: PROTOCOL.seed }
  await using trial = await RunningTrial.start({
    server,
    scenario,
    protocol: PROTOCOL,
    pinning,
    ...place,
  })
  const slices = new Map<string, Trial['slices']>([...sessions.keys()].map((kind) => [kind, []]))
  for (let sweep = 1; sweep <= WARM_UP_SWEEPS + SWEEPS; sweep++) {
    for (const [kind, session] of random.shuffle([...sessions])) {
      const slice = await trial.loadSlice(session, sweep)
      if (sweep > WARM_UP_SWEEPS) slices.get(kind)?.push(sliceRecord(slice, false))
    }
  }
  await trial.finish(false)
  return slices
}

/** Averages the undisturbed slices, or all where each was disturbed. */
function loadOf(all: Trial['slices']): Load {
  const quiet = all.filter(({ noise }) => noise === null)
  const slices = quiet.length > 0 ? quiet : all
  const sum = (value: (slice: Trial['slices'][number]) => number) =>
    slices.reduce((total, slice) => total + value(slice), 0)
  const requests = sum((slice) => slice.requests)
  const counted = slices.every(({ kernel }) => kernel && kernel.interrupts !== null)
  return {
    requestsPerSecond: slices.map(requestsPerSecond),
    userMicroseconds: (sum(({ kernel }) => kernel?.userSeconds ?? 0) / requests) * 1e6,
    systemMicroseconds: (sum(({ kernel }) => kernel?.systemSeconds ?? 0) / requests) * 1e6,
    contextSwitches: sum(({ kernel }) => kernel?.contextSwitches ?? 0) / requests,
    interrupts: counted ? sum(({ kernel }) => kernel?.interrupts ?? 0) / requests : null,
  }
}

await perform(generatorAgreement, import.meta.main)
