/** Load generators that are programs. Each sends one request of the scenario again and again, and compares no response. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpRequest } from '../../../shared/scenarios/wire.ts'
import type { LoadGenerator, LoadReport } from '../../load/generator.ts'
import { prepareRequests } from '../../load/requests.ts'
import { pinnedCommand } from '../../machine/cpus.ts'
import { processStat } from '../../processes/proc.ts'
import { runProgram } from '../../processes/run-program.ts'
import { makeScratch } from '../../processes/scratch.ts'
import { HOST } from '../../server/server-process.ts'

export interface ProgramLoad {
  request: HttpRequest
  connections: number
  seconds: number
  /** Requests in flight per connection; one where it is left out. */
  pipelining?: number
}

export interface Program {
  executable: string
  version: string
  /** Arguments before the URL. */
  arguments(load: ProgramLoad): (string | number)[]
  /** Figures of its output; `failed` are responses other than 200 and broken connections, `bytes` are sent and received. */
  parse(output: string): { requests: number; seconds: number; failed: number; bytes?: number }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const text = JSON.stringify

export const wrk: Program = {
  executable: 'wrk',
  version: '-v',
  arguments({ request: { method, headers, body }, connections, seconds, pipelining = 1 }) {
    const fields = Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}`,
    )
    const script = join(makeScratch('bench-load-'), 'request.lua')
    const lines = [
      `wrk.method, wrk.body = ${text(method)}, ${body === '' ? 'nil' : text(body)}`,
      ...fields,
      `init = function() batch = wrk.format():rep(${pipelining}) end`,
      'request = function() return batch end',
    ]
    writeFileSync(script, lines.join('\n'))
    return [
      '--connections',
      connections,
      '--threads',
      1,
      '--duration',
      `${seconds}s`,
      '--timeout',
      '8s',
      '--script',
      script,
    ]
  },
  parse(output) {
    const numbers = (pattern: RegExp) => (pattern.exec(output) ?? []).slice(1).map(Number)
    const [requests = 0] = numbers(/(\d+) requests in /)
    const [rate = 0] = numbers(/Requests\/sec:\s+([\d.]+)/)
    const errors = numbers(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/)
    return {
      requests,
      seconds: requests / rate,
      failed: sum([...errors, ...numbers(/Non-2xx or 3xx responses: (\d+)/)]),
    }
  },
}

export const autocannon: Program = {
  executable: 'autocannon',
  version: '--version',
  arguments({ request: { method, headers, body }, connections, seconds, pipelining = 1 }) {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
    const sent = body === '' ? [] : ['-b', body]
    return [
      '--json',
      '-c',
      connections,
      '-p',
      pipelining,
      '-d',
      seconds,
      '-m',
      method,
      ...fields,
      ...sent,
    ]
  },
  parse(output) {
    const { requests, duration, errors, non2xx } = JSON.parse(output)
    return { requests: requests.total, seconds: duration, failed: errors + non2xx }
  },
}

export const oha: Program = {
  executable: 'oha',
  version: '--version',
  arguments({ request: { method, headers, body }, connections, seconds }) {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const load = ['--no-tui', '--output-format', 'json', '-c', connections, '-z', `${seconds}s`]
    return [...load, '-m', method, ...fields, '-d', body]
  },
  parse(output) {
    const { summary, statusCodeDistribution, errorDistribution } = JSON.parse(output)
    const { 200: requests = 0, ...others } = statusCodeDistribution as Record<string, number>
    // Requests in flight at the end are no failures.
    const { 'aborted due to deadline': _, ...errors } = errorDistribution as Record<string, number>
    return {
      requests,
      seconds: summary.total,
      failed: sum(Object.values({ ...others, ...errors })),
    }
  },
}

/** It accepts any certificate. */
export const bombardier: Program = {
  executable: 'bombardier',
  version: '--version',
  arguments({ request: { method, headers, body }, connections, seconds }) {
    const fields = Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ])
    const load = ['--connections', connections, '--duration', `${seconds}s`, '--insecure']
    return [
      ...load,
      '--print',
      'result',
      '--format',
      'json',
      '--method',
      method,
      ...fields,
      '--body',
      body,
    ]
  },
  parse(output) {
    const { result } = JSON.parse(output)
    const failed = sum([result.req1xx, result.req3xx, result.req4xx, result.req5xx, result.others])
    const bytes = result.bytesRead + result.bytesWritten
    return { requests: result.req2xx, seconds: result.timeTakenSeconds, failed, bytes }
  },
}

/** `version` throws if the program cannot be run. */
export const programs = {
  autocannon: generatorOf(autocannon),
  wrk: generatorOf(wrk),
  oha: generatorOf(oha),
}

function generatorOf(program: Program): LoadGenerator & { version(): string } {
  return {
    version: () => versionOf(program),
    async prepare(plan, cpus) {
      const [request] = prepareRequests(plan, 1) as [HttpRequest]
      return {
        async load(port, seconds, watch = {}) {
          const before = childrenSeconds()
          watch.started?.()
          const load = { request, connections: plan.connections, seconds }
          const figures = await loadWith(program, load, `http://${HOST}:${port}`, cpus)
          watch.ended?.()
          return reportOf(figures, childrenSeconds() - before)
        },
        async close() {},
      }
    },
  }
}

/** @throws if the program cannot be run */
export function versionOf({ executable, version }: Program): string {
  const { stdout, stderr, error } = spawnSync(executable, [version], { encoding: 'utf8' })
  if (error) throw error
  return /\d+\.\S+/.exec(stdout || stderr)?.[0] ?? ''
}

/** @param origin such as `http://127.0.0.1:3000` @throws if the program fails */
export async function loadWith(
  program: Program,
  load: ProgramLoad,
  origin: string,
  cpus: number[] | null,
) {
  const options = program.arguments(load).map(String)
  const [command = '', ...args] = pinnedCommand(cpus, program.executable, [
    ...options,
    `${origin}${load.request.path}`,
  ])
  const { status, stdout, stderr } = await runProgram(command, args)
  if (status !== 0)
    throw new Error(`${program.executable} ended with status ${status}: ${stderr || stdout}`)
  return program.parse(stdout)
}

/** CPU time of the programs that have ended. */
const childrenSeconds = () => processStat('self')?.childrenCpuSeconds ?? 0

function reportOf(
  { requests, seconds, failed }: ReturnType<Program['parse']>,
  cpuSeconds: number,
): LoadReport {
  const unknown = {
    latency: { mean: 0, p50: 0, p95: 0, p99: 0, max: 0 },
    bytesReceived: 0,
    wrong: 0,
    firstWrong: null,
  }
  return {
    ...{
      seconds,
      loadedSeconds: seconds,
      requests,
      sent: requests,
      checked: 0,
      cpuSeconds,
      eventLoopPercent: 0,
    },
    ...{ errors: failed, timeouts: 0, non2xx: 0 },
    ...unknown,
  }
}
