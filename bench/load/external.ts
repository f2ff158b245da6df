/**
 * Load generators that are external programs on the `PATH`. A `Tool` builds the arguments and parses the output; finding,
 * pinning, running and ending the program are shared.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { pinnedCommand } from '../host/cpus.ts'
import { kill } from '../host/processes.ts'
import { explainingLine, onPath } from '../host/programs.ts'
import { runProgram } from '../host/run-program.ts'
import { makeScratch, removeScratch } from '../host/scratch.ts'
import {
  type LoadGenerator,
  type LoadPlan,
  type LoadReport,
  type LoadSession,
  type LoadWatch,
  REQUEST_TIMEOUT,
} from './generator.ts'
import { fittingRequests, prepareRequests, unsupportedBy } from './requests.ts'

/** Different requests per session, at most; a longer load repeats them. */
const REQUESTS = 50_000
/** Seconds that a program may run beyond its load and the last time-out. */
const GRACE = 10

/** The tool-specific part of an external generator. */
export interface Tool extends Pick<LoadGenerator, 'name' | 'shortestSeconds' | 'limits'> {
  /** Installation command, or a hint. */
  install: string
  /** The program to run, if not the one of this name on the `PATH`. */
  executable?: string
  /** Different requests before it repeats them; default: all that are prepared. */
  distinct?: number
  /** It can send different paths and headers. */
  varies?: boolean
  version(executable: string): string
  /** Files for all loads of a session: names and contents. */
  files(session: ToolSession): Record<string, string>
  /** Command line of one load. */
  arguments(load: ToolLoad): string[]
  /** @throws if the output is not a complete report */
  parse(output: string, load: ToolLoad): ToolReport
}

export interface ToolSession {
  plan: LoadPlan
  /** All different. Method, path and headers are the same in all, unless the tool varies them. */
  requests: HttpRequest[]
  /** Contains the session's files. */
  directory: string
  threads: number
  /** Seconds without a response that count as a time-out. */
  timeout: number
}

export interface ToolLoad extends ToolSession {
  port: number
  seconds: number
}

/** Figures that an external program can report; none of them compares bodies. */
export type ToolReport = Pick<
  LoadReport,
  'seconds' | 'requests' | 'latency' | 'bytesReceived' | 'errors' | 'timeouts' | 'non2xx' | 'cpuSeconds'
>

export function externalGenerator(tool: Tool, timeout = REQUEST_TIMEOUT): LoadGenerator {
  const { name, shortestSeconds, limits } = tool
  const find = () => {
    const executable = tool.executable ?? onPath(name)
    if (!executable) throw new UsageError(`the load generator ${name} is not on the PATH: ${tool.install}`)
    return executable
  }
  const check: LoadGenerator['check'] = (scenario) => {
    find()
    const unsupported = unsupportedBy(scenario, 'plain', tool.varies)
    if (unsupported) {
      throw new UsageError(
        `the load generator ${name} can't ${unsupported}, which ${scenario} needs: use --generator builtin`,
      )
    }
  }
  return {
    name,
    shortestSeconds,
    polls: false,
    limits,
    check,
    version: () => tool.version(find()),
    async prepare(plan, cpus) {
      return new ExternalSession(tool, find(), plan, cpus, timeout)
    },
  }
}

class ExternalSession implements LoadSession {
  readonly #tool: Tool
  readonly #executable: string
  readonly #cpus: number[] | null
  readonly #session: ToolSession
  /** The running program's pid, until it has ended. */
  #pid: number | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(tool: Tool, executable: string, plan: LoadPlan, cpus: number[] | null, timeout: number) {
    this.#tool = tool
    this.#executable = executable
    this.#cpus = cpus
    const requests = prepareRequests(plan, Math.min(REQUESTS, fittingRequests(plan)))
    assertOneLine(requests)
    // If the generator is not pinned, one CPU is left to the server.
    const threads = Math.min(plan.connections, cpus?.length ?? Math.max(1, availableParallelism() - 1))
    this.#session = { plan, requests, directory: makeScratch('bench-load-'), threads, timeout }
    for (const [name, contents] of Object.entries(tool.files(this.#session))) {
      writeFileSync(join(this.#session.directory, name), contents)
    }
  }

  async load(port: number, seconds: number, watch: LoadWatch = {}): Promise<LoadReport> {
    const { name, shortestSeconds } = this.#tool
    const load: ToolLoad = { ...this.#session, port, seconds: Math.max(seconds, shortestSeconds) }
    const output = await this.#run(this.#tool.arguments(load), load.seconds + load.timeout + GRACE, watch)
    watch.ended?.()
    try {
      const report = this.#tool.parse(output, load)
      const repeated = Math.max(0, report.requests - (this.#tool.distinct ?? load.requests.length))
      const unknown = { sent: null, checked: 0, wrong: 0, firstWrong: null, eventLoopPercent: null }
      return { repeated, loadedSeconds: report.seconds, ...report, ...unknown }
    } catch (error) {
      throw new Error(`${name} printed no result: ${messageOf(error)}: ${output.trim().slice(-200) || 'no output'}`)
    }
  }

  /** Runs the program to its end and returns its stdout. */
  async #run(args: string[], limit: number, watch: LoadWatch): Promise<string> {
    const { name } = this.#tool
    const [program = '', ...rest] = pinnedCommand(this.#cpus, this.#executable, args)
    const running = runProgram(program, rest, {
      limit,
      started: (pid) => {
        this.#pid = pid
        watch.started?.()
      },
    })
    this.#running = running
    const { status, signal, stdout, stderr, isLate } = await running
    this.#pid = undefined
    if (isLate) throw new Error(`${name} did not end within ${limit} s`)
    if (status === 0) return stdout
    const how = signal ? `was killed by ${signal}` : `ended with status ${status}`
    throw new Error(`${name} ${how}: ${explainingLine(stderr || stdout) ?? 'no output'}`)
  }

  async close(): Promise<void> {
    if (this.#pid !== undefined) kill(this.#pid)
    await this.#running
    removeScratch(this.#session.directory)
  }
}

/** The programs read bodies from a file, one per line. */
function assertOneLine(requests: readonly HttpRequest[]): void {
  const isLine = ({ body, bytes }: HttpRequest) => !bytes && !body.includes('\n')
  if (!requests.every(isLine)) throw new Error('external generators need bodies without line breaks')
}
