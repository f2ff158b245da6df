/** Starts servers, shows how long they took, and writes the file. */

import { grouped, plural } from '../../shared/basics/text.ts'
import type { CounterKind } from '../../shared/result/instructions.ts'
import { startupStore } from '../../shared/result/startup.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { lanesFor } from '../counters/count.ts'
import { counterOrNone } from '../counters/counters.ts'
import { detectPinning } from '../machine/cpus.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { emptyPrograms, launcherSeconds } from '../running/launcher.ts'
import type { Startable } from '../running/start.ts'
import { startServers } from '../running/start-servers.ts'
import { say } from '../terminal/output.ts'
import { startupTable } from '../terminal/startup-table.ts'
import { runInstrument } from './run-instrument.ts'

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
  return runInstrument({ store: startupStore, out: options.out }, async (begin) => {
    const pinning = detectPinning()
    const { ready, notCounted } = await counterOrNone(options.counter)
    const counter = ready?.counter.fromStart ? ready.counter : null
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
    const lines = [`${scenario.name}: ${plural(servers.length, 'server')}, ${processes} starts of each`]
    if (notCounted !== null && options.counter === undefined) lines.push(`no instructions are counted: ${notCounted}`)
    if (routes.length > 0) {
      const numbers = routes.map(grouped).join(', ')
      lines.push(`with ${numbers} routes: ${plural(withRoutes.length, 'server')}, ${protocol.routeProcesses} starts`)
    }
    const runtimes = runtimesOf(servers)
    await begin({ lines, notInstalled, pinning, runtimes, tool: 'none' })
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
    return {
      contents: {
        scenario: scenario.name,
        protocol: sixDigits(protocol),
        counterVersion: counter?.version() ?? null,
        empty: sixDigits(empty),
        servers: sixDigits(started),
      },
      table: startupTable,
      failed: started.some(({ refusal, routes }) => [refusal, ...routes.map((each) => each.refusal)].some(Boolean)),
    }
  })
}

function titleOf({ server, routes }: Startable): string {
  return routes === null ? server.name : `${server.name}, ${plural(routes, 'route')}`
}
