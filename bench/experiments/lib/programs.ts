/** Load generators that are programs. Each sends one request of the scenario again and again, and compares no response. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpRequest } from '../../../shared/scenarios/wire.ts'
import { pinnedCommand } from '../../host/cpus.ts'
import { processStat } from '../../host/proc.ts'
import { runProgram } from '../../host/run-program.ts'
import { makeScratch } from '../../host/scratch.ts'
import { HOST } from '../../host/server-process.ts'
import type { LoadGenerator, LoadReport } from '../../load/generator.ts'
import { prepareRequests } from '../../load/requests.ts'

interface Program {
  executable: string
  version: string
  /** Arguments before the URL. */
  arguments(request: HttpRequest, connections: number, seconds: number): (string | number)[]
  /** Figures of its output; `failed` are responses other than 200 and broken connections. */
  parse(output: string): { requests: number; seconds: number; failed: number }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const text = JSON.stringify

export const wrk: Program = {
  executable: 'wrk',
  version: '-v',
  arguments({ method, headers, body }, connections, seconds) {
    const fields = Object.entries(headers).map(([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}`)
    const script = join(makeScratch('bench-load-'), 'request.lua')
    writeFileSync(script, [`wrk.method, wrk.body = ${text(method)}, ${text(body)}`, ...fields].join('\n'))
    return ['--connections', connections, '--threads', 1, '--duration', `${seconds}s`, '--script', script]
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
  arguments({ method, headers, body }, connections, seconds) {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
    return ['--json', '-c', connections, '-d', seconds, '-m', method, ...fields, '-b', body]
  },
  parse(output) {
    const { requests, duration, errors, non2xx } = JSON.parse(output)
    return { requests: requests.total, seconds: duration, failed: errors + non2xx }
  },
}

export const oha: Program = {
  executable: 'oha',
  version: '--version',
  arguments({ method, headers, body }, connections, seconds) {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const load = ['--no-tui', '--output-format', 'json', '-c', connections, '-z', `${seconds}s`]
    return [...load, '-m', method, ...fields, '-d', body]
  },
  parse(output) {
    const { summary, statusCodeDistribution, errorDistribution } = JSON.parse(output)
    const { 200: requests = 0, ...others } = statusCodeDistribution as Record<string, number>
    // Requests in flight at the end are no failures.
    const { 'aborted due to deadline': _, ...errors } = errorDistribution as Record<string, number>
    return { requests, seconds: summary.total, failed: sum(Object.values({ ...others, ...errors })) }
  },
}

/** `version` throws if the program cannot be run. */
export const programs = { autocannon: generatorOf(autocannon), wrk: generatorOf(wrk), oha: generatorOf(oha) }

function generatorOf(program: Program): LoadGenerator & { version(): string } {
  return {
    version() {
      const { stdout, error } = spawnSync(program.executable, [program.version], { encoding: 'utf8' })
      if (error) throw error
      return /\d+\.\S+/.exec(stdout)?.[0] ?? ''
    },
    async prepare(plan, cpus) {
      const [request] = prepareRequests(plan, 1) as [HttpRequest]
      return {
        async load(port, seconds, watch = {}) {
          const options = program.arguments(request, plan.connections, seconds).map(String)
          const url = `http://${HOST}:${port}${request.path}`
          const [command = '', ...args] = pinnedCommand(cpus, program.executable, [...options, url])
          const before = childrenSeconds()
          watch.started?.()
          const { status, stdout, stderr } = await runProgram(command, args)
          watch.ended?.()
          if (status !== 0) throw new Error(`${program.executable} ended with status ${status}: ${stderr || stdout}`)
          return reportOf(program.parse(stdout), childrenSeconds() - before)
        },
        async close() {},
      }
    },
  }
}

/** CPU time of the programs that have ended. */
const childrenSeconds = () => processStat('self')?.childrenCpuSeconds ?? 0

function reportOf({ requests, seconds, failed }: ReturnType<Program['parse']>, cpuSeconds: number): LoadReport {
  const unknown = { latency: { mean: 0, p50: 0, p99: 0, max: 0 }, bytesReceived: 0, wrong: 0, firstWrong: null }
  return {
    ...{ seconds, loadedSeconds: seconds, requests, sent: requests, checked: 0, cpuSeconds, eventLoopPercent: 0 },
    ...{ errors: failed, timeouts: 0, non2xx: 0 },
    ...unknown,
  }
}
