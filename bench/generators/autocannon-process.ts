/** The load generator's process: prepares unique requests, sends them with autocannon, checks every answer. */
import { isDeepStrictEqual } from 'node:util'
import autocannon, { type Client, type Instance } from 'autocannon'
import * as hdr from 'hdr-histogram-js'
import { createRandom } from '../../shared/random.ts'
import { scenarios } from '../../shared/scenarios.ts'
import { wires } from '../../shared/wire.ts'
import { HOST } from '../server-process.ts'
import type { Command, Event } from './autocannon.ts'
import type { LoadPlan, LoadReport } from './generator.ts'

/** Distinct requests of each connection; a connection starts over when it has sent them all. */
const REQUESTS_PER_CONNECTION = 200
/** Seconds without an answer that count as a time-out. */
const REQUEST_TIMEOUT = 5

/** A prepared request, and what must come back. autocannon adds `requestBuffer`. */
interface PreparedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
  expected: unknown
  /** The answer's text once it has been found right: the same text is right again. */
  rightText?: string
  requestBuffer?: Buffer
}

/** Parts of autocannon's client without a public type. Its public `setRequests` refuses to work with pipelining. */
interface ClientInternals extends Client {
  _connect(): void
  requestIterator: {
    setRequests(requests: PreparedRequest[]): void
    recordBody(request: PreparedRequest, status: number, body: string): void
  }
}

class Load {
  readonly #plan: LoadPlan
  readonly #requests: PreparedRequest[][]

  constructor(plan: LoadPlan) {
    this.#plan = plan
    this.#requests = prepareRequests(plan)
  }

  run(port: number, seconds: number): Promise<LoadReport> {
    const { connections, pipelining } = this.#plan
    // Microseconds, with three digits, up to a minute.
    const latency = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 })
    const tally = { completed: 0, non2xx: 0, bytesReceived: 0, bytesSent: 0, checked: 0, wrong: 0, connects: 0 }
    const perSecond: number[] = []
    let firstWrong: LoadReport['firstWrong'] = null
    let nextClient = 0

    const check = (request: PreparedRequest, status: number, body: string) => {
      tally.bytesSent += request.requestBuffer?.length ?? 0
      if (status !== 200) return
      tally.checked++
      if (body === request.rightText) return
      if (this.#isRight(request, body)) request.rightText = body
      else {
        tally.wrong++
        firstWrong ??= { request: request.body, expected: JSON.stringify(request.expected), got: body }
      }
    }
    const setupClient = (client: Client) => {
      const internals = client as ClientInternals
      internals.requestIterator.setRequests(this.#requests[nextClient++] ?? [])
      internals.requestIterator.recordBody = check
      const connect = internals._connect
      internals._connect = () => {
        tally.connects++
        connect.call(internals)
      }
    }

    return new Promise((resolve, reject) => {
      const cpuBefore = process.cpuUsage()
      const start = performance.now()
      // A short sample interval, since autocannon ends at the end of a sample.
      const options = { url: `http://${HOST}:${port}`, connections, pipelining, duration: seconds, sampleInt: 20 }
      const instance = autocannon({ ...options, timeout: REQUEST_TIMEOUT, setupClient }, (error, result) => {
        clearInterval(second)
        const end = performance.now()
        emit({ type: 'ended' })
        const cpu = process.cpuUsage(cpuBefore)
        if (error) return reject(error)
        const closed = Math.max(0, tally.connects - connections)
        resolve({
          seconds: (end - start) / 1000,
          completed: tally.completed,
          perSecond,
          latency: summarize(latency),
          bytesReceived: tally.bytesReceived,
          bytesSent: tally.bytesSent,
          errors: Math.max(closed, result.errors - result.timeouts),
          timeouts: result.timeouts,
          non2xx: tally.non2xx,
          checked: tally.checked,
          wrong: tally.wrong,
          firstWrong,
          cpuSeconds: (cpu.user + cpu.system) / 1e6,
        })
      }) as unknown as Instance
      emit({ type: 'started' })
      instance.on('response', (_client, status, bytes, milliseconds) => {
        tally.completed++
        tally.bytesReceived += bytes
        if (status < 200 || status > 299) tally.non2xx++
        latency.recordValue(Math.max(1, Math.round(milliseconds * 1000)))
      })
      let last = { time: start, completed: 0 }
      const second = setInterval(() => {
        const now = performance.now()
        const rate = ((tally.completed - last.completed) / (now - last.time)) * 1000
        last = { time: now, completed: tally.completed }
        perSecond.push(rate)
        emit({ type: 'progress', requestsPerSecond: rate })
      }, 1000)
    })
  }

  #isRight(request: PreparedRequest, body: string): boolean {
    const scenario = scenarios.get(this.#plan.scenario)
    try {
      const answer = scenario && wires[this.#plan.wire].decode(scenario.route, JSON.parse(body))
      return isDeepStrictEqual(answer, request.expected)
    } catch {
      return false
    }
  }
}

/** As many different requests for each connection, drawn from the seed. */
function prepareRequests({ scenario: name, wire, seed, connections }: LoadPlan): PreparedRequest[][] {
  const scenario = scenarios.get(name)
  if (!scenario) throw new Error(`no scenario called ${name}`)
  const random = createRandom(seed)
  const prepare = (): PreparedRequest => {
    const { json, expected } = scenario.nextLoadCall(random)
    const request = wires[wire].encode(scenario.route, json)
    return { ...request, method: scenario.route.method, expected }
  }
  return Array.from({ length: connections }, () => Array.from({ length: REQUESTS_PER_CONNECTION }, prepare))
}

function summarize(latency: hdr.Histogram): LoadReport['latency'] {
  const milliseconds = (microseconds: number) => microseconds / 1000
  const percentile = (p: number) => milliseconds(latency.getValueAtPercentile(p))
  return {
    mean: milliseconds(latency.totalCount > 0 ? latency.mean : 0),
    sd: milliseconds(latency.totalCount > 0 ? latency.stdDeviation : 0),
    p50: percentile(50),
    p90: percentile(90),
    p97_5: percentile(97.5),
    p99: percentile(99),
    p99_9: percentile(99.9),
    max: milliseconds(latency.maxValue),
  }
}

function emit(event: Event): void {
  process.send?.(event)
}

let load: Load | undefined

process.on('message', async (command: Command) => {
  if (command.type === 'prepare') {
    load = new Load(command.plan)
    emit({ type: 'prepared' })
  } else {
    const report = await load?.run(command.port, command.seconds)
    if (report) emit({ type: 'report', report })
  }
})
// Without a runner there is nothing left to do.
process.on('disconnect', () => process.exit())
