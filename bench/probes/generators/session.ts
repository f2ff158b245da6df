/** Load generators as sessions of a trial: programs that run once per load, and ours. Each remembers the figures of its last load. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramFigures } from '../../../shared/probes/generator-figures.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { contentOf, type HttpRequest } from '../../../shared/wires/wires.ts'
import {
  type LoadReport,
  type LoadSession,
  type LoadWatch,
  REQUEST_TIMEOUT,
} from '../../load/generator.ts'
import { pinnedCommand } from '../../machine/cpus.ts'
import { explainingLine } from '../../processes/programs.ts'
import { runProgram } from '../../processes/run-program.ts'
import { HOST } from '../../server/server-process.ts'
import { type Amount, commandOf, endedSeconds } from './programs/program.ts'
import type { InstalledProgram } from './programs/programs.ts'

/** Figures of a load, with what the generator itself used. */
export interface LoadedBy extends ProgramFigures {
  /** CPU seconds, without those of its start, and without those in which a busy-polling generator found nothing to read. */
  cpuSeconds: number
  /** Percent of its CPU, or of its time where it busy-polls. */
  busy: number
}

/** A session of one load. */
export interface FiguringSession extends LoadSession {
  figures: LoadedBy | null
}

/** Seconds that a program may take beyond its load. */
const LONGEST_REST = 60

export interface ProgramPlan {
  request: HttpRequest
  connections: number
  pipelining: number
  amount: Amount
  cpus: number[] | null
  /** Directory for what the program reads. */
  scratch: string
}

/** Returns a session that runs the program for each load, whatever its seconds. */
export function programSession(program: InstalledProgram, plan: ProgramPlan): FiguringSession {
  const session: FiguringSession = {
    figures: null,
    async load(port, _seconds, watch = {}) {
      const figures = await runOnce(program, plan, port, watch)
      session.figures = figures
      return reportOf(figures)
    },
    async close() {},
  }
  return session
}

async function runOnce(
  program: InstalledProgram,
  { request, cpus, scratch, amount, ...plan }: ProgramPlan,
  port: number,
  watch: LoadWatch,
): Promise<LoadedBy> {
  const write = (name: string, contents: string | Uint8Array) => {
    const path = join(scratch, name)
    writeFileSync(path, contents)
    return path
  }
  const content = request.method === 'GET' ? new Uint8Array() : contentOf(request)
  const args = program.arguments({
    ...plan,
    amount,
    request,
    bodyFile: content.length > 0 ? write('body', content) : null,
    url: `http://${HOST}:${port}${request.path}`,
    timeout: REQUEST_TIMEOUT,
    write,
  })
  const [executable, ...first] = commandOf(program, program.executable)
  const [command = '', ...rest] = pinnedCommand(cpus, executable, [...first, ...args.map(String)])
  const before = endedSeconds()
  watch.started?.()
  const { status, stdout, stderr, isLate } = await runProgram(command, rest, {
    env: { ...process.env, LC_ALL: 'C', ...program.env },
    limit: 'seconds' in amount ? amount.seconds + LONGEST_REST : null,
  })
  watch.ended?.()
  if (status !== 0) {
    const reason = isLate
      ? `did not end within ${LONGEST_REST} s of its load`
      : `ended with status ${status}: ${explainingLine(stderr || stdout)}`
    throw new Error(`${program.name} ${reason}`)
  }
  const figures = program.parse(stdout)
  const cpuSeconds = Math.max(0, endedSeconds() - before - program.startSeconds)
  return { ...figures, cpuSeconds, busy: (100 * cpuSeconds) / figures.seconds }
}

/** Returns the report of a program, which compares no response and whose latencies are rounded in ways of their own. */
function reportOf({ requests, seconds, statuses, ...figures }: LoadedBy): LoadReport {
  const { errors, timeouts, bytes, cpuSeconds, busy } = figures
  return {
    seconds,
    loadedSeconds: seconds,
    requests,
    sent: requests,
    latency: { mean: 0, p50: 0, p95: 0, p99: 0, max: 0 },
    bytesReceived: bytes ?? 0,
    outOfOrder: 0,
    lost: 0,
    errors,
    timeouts,
    non2xx: sum(failuresIn(statuses), ([, number]) => number),
    checked: requests,
    wrong: 0,
    firstWrong: null,
    cpuSeconds,
    eventLoopPercent: busy,
  }
}

/** Returns the classes other than 2xx that occurred. */
export const failuresIn = (statuses: ProgramFigures['statuses']): [string, number][] =>
  Object.entries(statuses).filter(([kind, number]) => !kind.startsWith('2xx') && number > 0)

/** Returns a session of our generator that loads for other seconds than its trial's slices. */
export function builtinSession(session: LoadSession, seconds: number): FiguringSession {
  const timed: FiguringSession = {
    figures: null,
    async load(port, _seconds, watch) {
      const report = await session.load(port, seconds, watch)
      timed.figures = figuresOf(report)
      return report
    },
    release: async (port) => session.release?.(port),
    async close() {},
  }
  return timed
}

function figuresOf(report: LoadReport): LoadedBy {
  const { latency, eventLoopPercent: busy } = report
  return {
    requests: report.requests,
    seconds: report.seconds,
    rateSd: null,
    rateMax: null,
    latency: { sd: null, p90: null, ...latency },
    statuses: { '2xx': report.requests },
    errors: report.errors,
    timeouts: report.timeouts,
    bytes: report.bytesReceived,
    cpuSeconds: (report.cpuSeconds * busy) / 100,
    busy,
  }
}
