/** Starts servers, shows how long they took, and writes the file. */
import { relative } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { duration, grouped, plural } from '../../shared/basics/text.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { newStartup, startupPath, writeStartup } from '../../shared/result/startup.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { lanesFor } from '../instructions/count.ts'
import { type Counter, CounterMissing } from '../instructions/counter.ts'
import { readyCounter } from '../instructions/counters.ts'
import { detectPinning, pinSelf } from '../machine/cpus.ts'
import { describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { describeTimedEnvironment } from '../machine/speed.ts'
import { emptyPrograms, launcherSeconds } from '../running/launcher.ts'
import type { Subject } from '../running/start.ts'
import { startServers } from '../running/start-servers.ts'
import { say } from '../terminal/output.ts'
import { startupTable } from '../terminal/startup-table.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

/** Of each server: as many as give a median's interval that leaves out the slowest and the fastest few. */
export const START_PROCESSES = 20
/** Timed with each number of routes at the most, since thousands take their time. */
const ROUTE_PROCESSES = 10
/** Whose instructions are counted: the fewest that give an interval. */
const COUNTED = 5
/** The same with many routes, of which a median is shown without an interval. */
const ROUTES_COUNTED = 2
/** Processes that only read files into memory. */
const DISCARDED = 1

export interface StartupOptions {
  scenario: Scenario
  servers: readonly Server[]
  /** With their file of many routes as what is run. */
  withRoutes: readonly Server[]
  routes: readonly number[]
  notInstalled: readonly MissingServer[]
  processes: number
  /** The first that works here where it is left out, if there is one. */
  counter: CounterKind | 'none' | undefined
  /** Seconds until the first right answer. */
  limit: number
  seed: number
  out: string | undefined
}

/** @returns the exit status: 1 where a server was refused */
export async function startupAndReport(options: StartupOptions): Promise<number> {
  const { scenario, servers, withRoutes, notInstalled, processes, limit, seed } = options
  const startedAt = new Date().toISOString()
  const path = options.out ?? startupPath({ startedAt })
  assertFree(path)
  lockMachine()
  try {
    const pinning = detectPinning()
    const counter = await counterFor(options.counter)
    const lanes = counter ? lanesFor(counter, pinning).lanes : []
    const routes = withRoutes.length > 0 ? options.routes : []
    const protocol = {
      processes,
      routes: [...routes],
      routeProcesses: routes.length > 0 ? Math.min(processes, ROUTE_PROCESSES) : 0,
      discarded: DISCARDED,
      counter: counter?.kind ?? null,
      counted: counter ? Math.min(processes, COUNTED) : 0,
      sideBySide: Math.max(1, lanes.length),
      // Thousands of routes would keep an emulator busy for hours.
      routeCounted: counter && !counter.emulates && routes.length > 0 ? Math.min(processes, ROUTES_COUNTED) : 0,
      polling: pinning.server !== null,
      limitSeconds: limit,
      launcherSeconds: launcherSeconds(pinning.server),
      seed,
    }
    for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
    say(`${scenario.name}: ${plural(servers.length, 'server')}, ${processes} starts of each`)
    if (routes.length > 0) {
      const numbers = routes.map(grouped).join(', ')
      say(`with ${numbers} routes: ${plural(withRoutes.length, 'server')}, ${protocol.routeProcesses} starts`)
    }
    if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
    const source = describeSource()
    const runtimes = [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
    const environment = await describeTimedEnvironment(pinning, runtimes, 'none')
    pinSelf(pinning.generator)
    const empty = emptyPrograms(pinning.server, runtimes)
    const plan = { scenario, servers, withRoutes, ...protocol, counter, lanes, limit, cpus: pinning.server }
    const started = await startServers(plan, {
      started(subject, { seconds }, number, of) {
        say(`${number}/${of}  ${titleOf(subject).padEnd(28)} ${(seconds * 1000).toFixed(1)} ms`)
      },
      counted(subject, { javascript, others }) {
        say(`counted  ${titleOf(subject).padEnd(25)} ${grouped((javascript + others) / 1e6)} million instructions`)
      },
      refused: (subject, reason) => say(`${titleOf(subject)}: refused: ${reason}`),
    })
    const finishedAt = new Date().toISOString()
    const startup = newStartup({
      scenario: scenario.name,
      startedAt,
      finishedAt,
      protocol,
      counterVersion: counter?.version() ?? null,
      empty,
      environment,
      source,
      servers: started,
      notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
    })
    say(`\n${startupTable(startup)}\n`)
    writeStartup(path, sixDigits(startup))
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
    say(`took ${duration(took)}, written to ${relative('', path)}`)
    if (options.out === undefined) await publishPages()
    const refused = started.some(({ refusal, routes }) =>
      [refusal, ...routes.map((each) => each.refusal)].some(Boolean),
    )
    return refused ? 1 : 0
  } finally {
    unlockMachine()
  }
}

/** @throws CounterMissing where one was asked for that can't count here */
async function counterFor(kind: StartupOptions['counter']): Promise<Counter | null> {
  if (kind === 'none') return null
  try {
    const { counter } = await readyCounter(kind)
    return counter.fromStart ? counter : null
  } catch (error) {
    if (kind !== undefined || !(error instanceof CounterMissing)) throw error
    say(`no instructions are counted: ${messageOf(error)}`)
    return null
  }
}

function titleOf({ server, routes }: Subject): string {
  return routes === null ? server.name : `${server.name}, ${plural(routes, 'route')}`
}
