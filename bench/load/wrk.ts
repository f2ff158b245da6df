/** wrk: fast, and runs a Lua script per request. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as hdr from 'hdr-histogram-js'
import { z } from 'zod'
import { count } from '../../shared/results/numbers.ts'
import type { HttpRequest } from '../../shared/scenarios/wire.ts'
import { HOST } from '../host/server-process.ts'
import { externalGenerator, type Tool, type ToolLoad, type ToolReport, type ToolSession } from './external.ts'
import { LONGEST_LATENCY, latencyOf } from './latency.ts'

const SCRIPT = 'load.lua'
const BODIES = 'bodies.txt'
/** Prefix of the script's line in wrk's output. */
const MARK = 'result '

export const wrkTool: Tool = {
  name: 'wrk',
  install: 'apt install wrk (Debian), or brew install wrk (Homebrew)',
  shortestSeconds: 1,
  limits: [
    'it does not compare bodies',
    'it counts a response of status 3xx as correct',
    'it does not count a request that gets no response; a late response counts as a time-out',
    'it reopens a connection that the server announces to close, without counting an error',
  ],
  version: (executable) => /^wrk (\S+)/.exec(spawnSync(executable, ['-v'], { encoding: 'utf8' }).stdout)?.[1] ?? '',
  files: (session) => ({
    [SCRIPT]: luaScript(session),
    [BODIES]: `${session.requests.map(({ body }) => body).join('\n')}\n`,
  }),
  arguments({ plan, directory, port, seconds, timeout, ...session }) {
    const load = ['--connections', plan.connections, '--threads', threadsOf({ plan, ...session })]
    const time = ['--duration', `${Math.ceil(seconds)}s`, '--timeout', `${Math.ceil(timeout)}s`]
    return [...load, ...time, '--script', join(directory, SCRIPT), `http://${HOST}:${port}`].map(String)
  },
  parse,
}

export const wrk = externalGenerator(wrkTool)

/** wrk gives each thread the same number of connections and drops the remainder, so there must be none. */
function threadsOf({ plan, threads }: Pick<ToolSession, 'plan' | 'threads'>): number {
  let divisor = threads
  while (plan.connections % divisor !== 0) divisor--
  return divisor
}

/**
 * Returns the Lua script. It prepares all requests before the load, and CPU time counts from then on. Each thread starts at
 * another request.
 */
function luaScript(session: ToolSession): string {
  // They differ only in their bodies.
  const { method, path, headers } = session.requests[0] as HttpRequest
  const text = JSON.stringify
  const pairs = Object.entries(headers).map(([name, value]) => `[${text(name)}] = ${text(value)}`)
  return `
local threads, requests, at = {}, {}, 0

function setup(thread)
  thread:set("place", #threads)
  table.insert(threads, thread)
end

function init()
  for body in io.lines(${text(join(session.directory, BODIES))}) do
    table.insert(requests, wrk.format(${text(method)}, ${text(path)}, { ${pairs.join(', ')} }, ${method === 'GET' ? 'nil' : 'body'}))
  end
  at = math.floor(place * #requests / ${threadsOf(session)})
  cpuBefore = os.clock()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local cpuSeconds = os.clock() - threads[#threads]:get("cpuBefore")
  local histogram = {}
  for i = 1, #latency do
    histogram[i] = string.format("[%d,%d]", latency(i))
  end
  local errors = summary.errors
  io.write("${MARK}", string.format(
    '{"microseconds":%d,"cpuSeconds":%.3f,"requests":%d,"bytes":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d,',
    summary.duration, cpuSeconds, summary.requests, summary.bytes,
    errors.connect, errors.read, errors.write, errors.status, errors.timeout
  ), '"histogram":[', table.concat(histogram, ","), "]}\\n")
end
`
}

const Output = z.strictObject({
  microseconds: count.min(1),
  cpuSeconds: z.number().nonnegative(),
  requests: count,
  bytes: count,
  connect: count,
  read: count,
  write: count,
  status: count,
  timeout: count,
  histogram: z.array(z.tuple([count, count])),
})

/** wrk counts all bytes that its sockets read. */
function parse(output: string, { plan }: ToolLoad): ToolReport {
  const line = output.split('\n').find((text) => text.startsWith(MARK))
  const { microseconds, requests, bytes, histogram, ...rest } = Output.parse(JSON.parse(line?.slice(MARK.length) ?? ''))
  const rounds = Math.floor(requests / plan.connections)
  const interval = rounds > 0 ? Math.floor(microseconds / rounds) : Number.POSITIVE_INFINITY
  return {
    seconds: microseconds / 1e6,
    requests,
    latency: latencyOf(recorded(uncorrected(histogram, interval))),
    bytesReceived: bytes,
    errors: rest.connect + rest.read + rest.write,
    timeouts: rest.timeout,
    non2xx: rest.status,
    cpuSeconds: rest.cpuSeconds,
  }
}

/**
 * Returns the latencies that wrk measured, without its "correction for coordinated omission" (`stats_correct` in its
 * stats.c). For each latency of at least two intervals, wrk adds artificial ones, each smaller by one interval, where an
 * interval is the mean time between two requests of a connection. The additions can be computed from the histogram and
 * subtracted, from the greatest latency down.
 * @param histogram pairs of microseconds and count
 * @throws if the histogram is not so corrected
 */
export function uncorrected(histogram: readonly (readonly [number, number])[], interval: number): [number, number][] {
  const counts = new Map(histogram)
  const descending = [...counts.keys()].sort((a, b) => b - a)
  // wrk prints nothing below the smallest measured latency, not even its additions.
  const least = Math.max(descending.at(-1) ?? 0, interval + 1)
  for (const value of descending) {
    const own = counts.get(value) ?? 0
    if (own === 0 || value < 2 * interval) continue
    for (let added = value - interval; added >= least; added -= interval) {
      const there = counts.get(added) ?? 0
      if (there < own) throw new Error(`its latencies are not corrected by ${interval} µs`)
      counts.set(added, there - own)
    }
  }
  return [...counts].filter(([, number]) => number !== 0).sort(([a], [b]) => a - b)
}

/** @param histogram pairs of microseconds and count */
function recorded(histogram: readonly (readonly [number, number])[]): hdr.Histogram {
  const all = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: LONGEST_LATENCY })
  for (const [value, number] of histogram) all.recordValueWithCount(Math.min(LONGEST_LATENCY, value), number)
  return all
}
