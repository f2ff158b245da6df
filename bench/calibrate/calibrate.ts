/**
 * Where a load generator becomes the limit on this machine. A server that does nothing shows the highest rate that the
 * generator reaches, its ceiling. The same server is then made slower by known amounts of work for each request, so that it
 * can answer rates around the ceiling: a generator that keeps up keeps the server busy, and one that doesn't lets it idle.
 * The generator's CPU share at which it stops keeping up is the knee. A trial at the knee or near the ceiling is the
 * generator's number, not the server's.
 *
 * What the server takes for a request besides the added work is measured under each load and not assumed: a busy server
 * reads several requests at a time, and takes less for each.
 */

import { join } from 'node:path'
import { createRandom } from '../../shared/basics/random.ts'
import {
  BUSY,
  CALIBRATION_VERSION,
  type CalibratedProtocol,
  type Calibration,
  type CalibrationPoint,
  type LoadShares,
  subjectOf,
} from '../../shared/result/calibration.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import { Counted, type Scenario } from '../../shared/scenarios/scenario.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { HttpClient } from '../contract/http.ts'
import type { LoadGenerator, LoadPlan, LoadSession, LoadWatch } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import { describeEnvironment } from '../machine/environment.ts'
import { watchLoad } from '../measure/watched-load.ts'
import { LocalWatcher } from '../measure/watcher.ts'

/** What the slowed server is meant to be able to answer, in multiples of the ceiling, rising. */
const AIMS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5] as const
/** Percent of a CPU that the server must get at its busiest, or else nothing follows from how busy it is. */
const BUSY_ENOUGH = 90
/** Seconds of each measurement. */
const SECONDS = 2
/** How often a measurement is made until others leave the CPUs alone. */
const ATTEMPTS = 3

/**
 * Whether the generator kept that server busy. What the server used at its busiest is the measure, and not a whole CPU,
 * since others on the machine may take their share all the time.
 */
export function keptUp(point: CalibrationPoint, points: readonly CalibrationPoint[]): boolean {
  return point.serverCpuPercent >= BUSY * Math.max(...points.map(({ serverCpuPercent }) => serverCpuPercent))
}

/** What tells how busy the generator is: its CPU, or its event loop where it never sleeps. */
const shareOf = ({ generatorCpuPercent, eventLoopPercent }: CalibrationPoint, polling: boolean) =>
  polling ? (eventLoopPercent ?? 0) : generatorCpuPercent

/**
 * @param points rising load; the last one is the load without limit
 * @param polling whether the generator never slept
 */
export function findKnee(
  points: readonly CalibrationPoint[],
  polling: boolean,
): Pick<Calibration, 'ceiling' | 'kneeCpuPercent'> {
  const requestsPerSecond = Math.max(...points.map((point) => point.requestsPerSecond))
  const last = points.findLastIndex((point) => keptUp(point, points))
  const below = points[last] as CalibrationPoint
  const above = points[last + 1]
  const highest = Math.max(...points.map((point) => shareOf(point, polling)))
  if (!above) return { ceiling: { requestsPerSecond, reached: false }, kneeCpuPercent: highest }
  const kneeCpuPercent = (shareOf(below, polling) + shareOf(above, polling)) / 2
  return { ceiling: { requestsPerSecond, reached: true }, kneeCpuPercent }
}

/** Why nothing may be concluded from the calibration, in one line; null where there is no such reason. */
export function whyUseless({ points }: Pick<Calibration, 'points'>): string | null {
  const busiest = Math.max(...points.map(({ serverCpuPercent }) => serverCpuPercent))
  if (busiest >= BUSY_ENOUGH) return null
  const share = `the server that does nothing never used more than ${busiest.toFixed(0)}% of its CPU`
  return `${share}: something else runs there, or there are too few connections to keep it busy; calibrate again`
}

export interface CalibrationPlan {
  scenario: Scenario
  protocol: CalibratedProtocol
  generator: LoadGenerator
  pinning: Pinning
  /** A fast server of the suite, to hold the calibration against. */
  server: Server | undefined
  /** Seconds of each measurement. */
  seconds?: number
}

/** Calibrates a generator; nothing of it is left running. */
export async function calibrate(plan: CalibrationPlan): Promise<Calibration> {
  const { scenario, protocol, generator, pinning, seconds = SECONDS } = plan
  const environment = describeEnvironment(pinning, [], generator.version())
  const points = await withNullServer(plan, async (server, session, slowDown) => {
    const measure = async (addedMicroseconds: number | null) =>
      pointOf(addedMicroseconds, await quietLoad(session, server, seconds, pinning))
    // Warms up: the generator checks every answer in full once.
    await loadOnce(session, server, seconds, pinning)
    const unlimited = [await measure(null), await measure(null)]
    const ceiling = unlimited.reduce((a, b) => (b.requestsPerSecond > a.requestsPerSecond ? b : a))
    const addedFor = (aim: number, own: number) => Math.max(0, 1e6 / (aim * ceiling.requestsPerSecond) - own)
    // What a request takes beside the added work is another figure once the server is busy.
    const first = addedFor(AIMS[0], ownCost(ceiling, 0))
    await slowDown(first)
    let own = ownCost(await loadOnce(session, server, seconds, pinning), first)
    const rising: CalibrationPoint[] = []
    for (const aim of AIMS) {
      const added = addedFor(aim, own)
      if (added === 0) break
      await slowDown(added)
      const point = await measure(added)
      own = ownCost(point, added)
      rising.push(point)
    }
    return [...rising.sort((a, b) => Number(a.offered) - Number(b.offered)), ceiling]
  })
  const calibration: Calibration = {
    schemaVersion: CALIBRATION_VERSION,
    madeAt: new Date().toISOString(),
    subject: subjectOf(environment, protocol, scenario.name),
    ...findKnee(points, protocol.polling),
    points,
    server: plan.server ? { name: plan.server.name, ...(await loadServer(plan, plan.server, seconds)) } : null,
  }
  return sixDigits(calibration)
}

/**
 * What the server could answer: its rate over its share of a CPU, as it took for a request under this very load. It is the rate
 * itself where the server was busy.
 */
export function capacityOf({ requestsPerSecond, serverCpuPercent }: LoadShares): number {
  return requestsPerSecond / Math.min(1, serverCpuPercent / 100)
}

/** @param addedMicroseconds work a request that the server was told to do besides; null for none */
export function pointOf(addedMicroseconds: number | null, load: LoadShares): CalibrationPoint {
  return { offered: addedMicroseconds === null ? null : capacityOf(load), addedMicroseconds, ...load }
}

/** Microseconds of CPU that the server took for a request beside the added work. */
export function ownCost({ requestsPerSecond, serverCpuPercent }: LoadShares, addedMicroseconds: number): number {
  return Math.max(0, (serverCpuPercent / 100 / requestsPerSecond) * 1e6 - addedMicroseconds)
}

type SlowDown = (busyMicroseconds: number) => Promise<void>

/**
 * The null server answers what a right server answers to one request of the scenario, and the generator is told to
 * expect that always: so it compares every answer's text as it does in a run, and that work is part of its ceiling.
 */
async function withNullServer<T>(
  { scenario, protocol, generator, pinning }: CalibrationPlan,
  use: (server: ServerProcess, session: LoadSession, slowDown: SlowDown) => Promise<T>,
): Promise<T> {
  const call = scenario.validCase(createRandom(1), 1e15)
  const expected = call.expected instanceof Counted ? call.expected.answerWith(1) : call.expected
  const { connections, pipelining, polling } = protocol
  const load = { scenario: scenario.name, wire: 'plain' as const, connections, pipelining, polling, seed: 1 }
  const plan: LoadPlan = { ...load, answer: expected }
  const launch = { runtime: { executable: process.execPath }, entry: join(import.meta.dirname, 'null-server.ts') }
  const server = await ServerProcess.start(launch, pinning.server)
  let session: LoadSession | undefined
  try {
    const slowDown = async (busyMicroseconds: number) => {
      const settings = new URLSearchParams({ answer: JSON.stringify(expected), busy: String(busyMicroseconds) })
      const client = new HttpClient(server.port)
      const outcome = await client.send({ method: 'PUT', path: `/?${settings}`, headers: {}, body: '' })
      client.close()
      if (!outcome.answered) throw new Error(`the server that does nothing gave ${outcome.reason}`)
    }
    await slowDown(0)
    session = await generator.prepare(plan, pinning.generator)
    return await use(server, session, slowDown)
  } finally {
    await session?.close()
    await server.stop()
  }
}

/** A server of the suite under the same load, warmed up before. */
async function loadServer(
  { scenario, protocol, generator, pinning }: CalibrationPlan,
  server: Server,
  seconds: number,
): Promise<LoadShares> {
  const { connections, pipelining, polling } = protocol
  const load = { scenario: scenario.name, wire: server.manifest.wire, connections, pipelining, polling, seed: 1 }
  const running = await ServerProcess.start(server, pinning.server)
  let session: LoadSession | undefined
  try {
    session = await generator.prepare(load, pinning.generator)
    await loadOnce(session, running, seconds, pinning)
    return await quietLoad(session, running, seconds, pinning)
  } finally {
    await session?.close()
    await running.stop()
  }
}

/** @throws where others used the CPUs in every attempt, so that nothing would follow from the shares */
async function quietLoad(...[session, server, seconds, pinning]: Parameters<typeof loadOnce>): Promise<LoadShares> {
  let reason: string | null = null
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { noise, ...measured } = await loadOnce(session, server, seconds, pinning)
    reason = noise
    if (!reason) return measured
  }
  throw new Error(`the machine is too busy to calibrate: ${reason}; try again when nothing else runs`)
}

/** `noise` says in a few words what others did meanwhile on the CPUs, if they did. */
async function loadOnce(
  session: LoadSession,
  server: ServerProcess,
  seconds: number,
  pinning: Pinning,
): Promise<LoadShares & { noise: string | null }> {
  const start = (watch: LoadWatch) => Promise.race([session.load(server.port, seconds, watch), server.exited])
  const { report, usage, noise } = await watchLoad(
    start,
    new LocalWatcher(server.pid, [...(pinning.server ?? []), ...(pinning.generator ?? [])]),
  )
  const { requests, errors, timeouts, non2xx, wrong } = report
  if (requests === 0 || errors + timeouts + non2xx + wrong > 0) {
    const what = `${requests} responses, ${errors} errors, ${timeouts} time-outs, ${non2xx} not 2xx, ${wrong} wrong`
    throw new Error(`the load of the calibration failed: ${what}`)
  }
  return {
    noise,
    requestsPerSecond: rateOf(report),
    generatorCpuPercent: (report.cpuSeconds / report.seconds) * 100,
    eventLoopPercent: report.eventLoopPercent,
    serverCpuPercent: (usage.cpuSeconds / report.seconds) * 100,
  }
}
