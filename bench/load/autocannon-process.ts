/** The load generator's process: prepares unique requests, sends them with autocannon, checks every answer. */
import type { Socket } from 'node:net'
import autocannon, { type Client, type Instance, type Result } from 'autocannon'
import * as hdr from 'hdr-histogram-js'
import { HOST } from '../contenders/server-process.ts'
import type { Command, Event } from './autocannon.ts'
import { type LoadPlan, type LoadReport, REQUEST_TIMEOUT } from './generator.ts'
import { type LoadRequest, prepareLoad } from './requests.ts'

/** Different requests of one load, about; a connection that has sent all of its own starts over. */
const REQUESTS = 100_000
/**
 * Seconds that a server has to accept the connections before the first requests are sent. Node accepts one in a turn of its
 * event loop: with requests in each turn already, a slow server would need seconds for a hundred.
 */
const ACCEPT_TIME = 0.03
/** Seconds at the most before the window opens, which it does when every connection has been answered. */
const LONGEST_LEAD_IN = 1
/**
 * Seconds at the most in which the answers to the last requests are waited for, before the connections are closed: what is
 * not answered by then has timed out. Where connections broke, answers are missing anyhow.
 */
const LONGEST_DRAIN = REQUEST_TIMEOUT
const LONGEST_DRAIN_OF_BROKEN = 0.5

/**
 * Parts of autocannon's client without a public type. Its public `setRequests` refuses to work with pipelining, and
 * would build every request anew for every load.
 */
interface ClientInternals extends Client {
  conn: Socket
  destroy(): void
  _connect(): void
  _doRequest(): void
  requestIterator: {
    requests: LoadRequest[]
    currentRequest: LoadRequest | undefined
    recordBody(request: LoadRequest, status: number, body: string): void
  }
  pipelinedRequests: { size(): number; terminateRequest(): unknown }
}

/** All that is counted from the first request to the last answer. */
function newTally() {
  return {
    sent: 0,
    requests: 0,
    non2xx: 0,
    interim: 0,
    bytesReceived: 0,
    bytesSent: 0,
    checked: 0,
    wrong: 0,
    connects: 0,
    unasked: 0,
  }
}

/** The tally at one end of the window, with what the process had used by then. */
type Moment = ReturnType<typeof newTally> & {
  time: number
  cpu: NodeJS.CpuUsage
  loop: ReturnType<typeof performance.eventLoopUtilization>
}

/**
 * One load: connections are made, then all first requests are sent, then the window opens when every connection has been
 * answered. It closes after its time; the answers that are still under way are waited for.
 */
class Load {
  readonly #plan: LoadPlan
  readonly #requests: LoadRequest[][]
  readonly #port: number
  readonly #seconds: number
  /** Microseconds, with three digits, up to a minute. */
  readonly #latency = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 })
  readonly #tally = newTally()
  readonly #begin = performance.now()
  readonly #answered = new Set<unknown>()
  #firstWrong: LoadReport['firstWrong'] = null
  /** The window's two ends. */
  #opened: Moment | undefined
  #closed: Moment | undefined
  #timer: NodeJS.Timeout | undefined
  #clients = 0
  #connected = 0
  /** The first requests, until all connections stand. */
  #held: ClientInternals[] | null = []
  #instance: Instance | undefined

  constructor(plan: LoadPlan, requests: LoadRequest[][], port: number, seconds: number) {
    this.#plan = plan
    this.#requests = requests
    this.#port = port
    this.#seconds = seconds
  }

  run(): Promise<LoadReport> {
    const { connections, pipelining } = this.#plan
    return new Promise((resolve, reject) => {
      // A short sample interval, since autocannon ends at the end of a sample.
      const duration = 2 * LONGEST_LEAD_IN + this.#seconds + LONGEST_DRAIN + 1
      const url = `http://${HOST}:${this.#port}`
      const setupClient = (client: Client) => this.#setUp(client as ClientInternals)
      const options = { url, connections, pipelining, duration, sampleInt: 20, timeout: REQUEST_TIMEOUT, setupClient }
      this.#instance = autocannon(options, (error, result) => {
        clearTimeout(this.#timer)
        if (error) reject(error)
        else resolve(this.#report(result))
      }) as unknown as Instance
      this.#timer = setTimeout(() => this.#release(), LONGEST_LEAD_IN * 1000)
      this.#instance.on('response', (client, _status, bytes, milliseconds) => this.#count(client, bytes, milliseconds))
    })
  }

  /** Gives a connection its own requests, and has it wait, count and check as this load does. */
  #setUp(client: ClientInternals): void {
    const requests = this.#requests[this.#clients++] ?? []
    const check = this.#check.bind(this)
    Object.assign(client.requestIterator, { requests, currentRequest: requests[0], recordBody: check })
    const connect = client._connect
    client._connect = () => {
      this.#tally.connects++
      connect.call(client)
      client.conn.once('connect', () => this.#connect())
    }
    const { pipelinedRequests } = client
    const terminateRequest = pipelinedRequests.terminateRequest
    pipelinedRequests.terminateRequest = () => {
      if (pipelinedRequests.size() > 0) return terminateRequest.call(pipelinedRequests)
      // A response that nobody asked for; autocannon would look for its request, and crash.
      this.#tally.unasked++
      client.destroy()
      return undefined
    }
    const send = client._doRequest
    client._doRequest = () => {
      if (this.#closed) return
      if (this.#held) {
        this.#held.push(client)
        return
      }
      this.#tally.sent++
      send.call(client)
    }
  }

  /** One more connection stands. */
  #connect(): void {
    if (++this.#connected !== this.#plan.connections || !this.#held) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#release(), ACCEPT_TIME * 1000)
  }

  #check(request: LoadRequest, status: number, body: string): void {
    const tally = this.#tally
    tally.bytesSent += request.requestBuffer.length
    if (status < 200) tally.interim++
    if (!request.isStatus(status)) {
      tally.non2xx++
      return
    }
    tally.checked++
    if (request.isAnsweredBy(status, body)) return
    tally.wrong++
    const got = status === 200 ? body : `status ${status} and "${body}"`
    this.#firstWrong ??= { request: request.requestBuffer.toString(), expected: request.answer(body), got }
  }

  #count(client: unknown, bytes: number, milliseconds: number): void {
    const tally = this.#tally
    if (!this.#opened && this.#answered.add(client).size === this.#plan.connections) this.#openWindow()
    tally.requests++
    tally.bytesReceived += bytes
    if (!this.#closed) this.#latency.recordValue(Math.max(1, Math.round(milliseconds * 1000)))
    else if (tally.requests === tally.sent) this.#stop()
  }

  /** Sends the first requests. */
  #release(): void {
    const clients = this.#held ?? []
    this.#held = null
    for (const client of clients) client._doRequest()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#openWindow(), LONGEST_LEAD_IN * 1000)
  }

  #openWindow(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#closeWindow(), this.#seconds * 1000)
    this.#opened = this.#now()
    this.#latency.reset()
    emit({ type: 'started' })
  }

  #closeWindow(): void {
    this.#closed = this.#now()
    emit({ type: 'ended' })
    if (this.#tally.requests === this.#tally.sent) {
      this.#stop()
      return
    }
    // No connection is broken off with requests on it: the server's next load would begin with their remains.
    const longest = this.#brokenConnections > 0 ? LONGEST_DRAIN_OF_BROKEN : LONGEST_DRAIN
    this.#timer = setTimeout(() => this.#stop(), longest * 1000)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#instance?.stop?.()
  }

  get #brokenConnections(): number {
    return Math.max(0, this.#tally.connects - this.#plan.connections) + this.#tally.unasked
  }

  #now(): Moment {
    return {
      ...this.#tally,
      time: performance.now(),
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
    }
  }

  #report(result: Result): LoadReport {
    const [from, to] = [this.#opened ?? this.#now(), this.#closed ?? this.#now()]
    const tally = this.#tally
    const errors = Math.max(this.#brokenConnections, result.errors - result.timeouts)
    const unanswered = errors > 0 ? 0 : tally.sent - tally.requests
    return {
      seconds: (to.time - from.time) / 1000,
      loadedSeconds: (performance.now() - this.#begin) / 1000,
      requests: to.requests - from.requests,
      sent: to.sent - from.requests,
      repeated: Math.max(0, tally.sent - this.#requests.flat().length),
      latency: summarize(this.#latency),
      bytesReceived: to.bytesReceived - from.bytesReceived,
      bytesSent: to.bytesSent - from.bytesSent,
      errors,
      timeouts: Math.max(result.timeouts, unanswered),
      non2xx: tally.non2xx,
      interim: tally.interim,
      checked: tally.checked,
      wrong: tally.wrong,
      firstWrong: this.#firstWrong,
      cpuSeconds: (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system) / 1e6,
      eventLoopPercent: performance.eventLoopUtilization(to.loop, from.loop).utilization * 100,
    }
  }
}

function summarize(latency: hdr.Histogram): LoadReport['latency'] {
  const milliseconds = (microseconds: number) => microseconds / 1000
  // A percentile is the upper end of its bucket, which may lie above the greatest value.
  const percentile = (p: number) => milliseconds(Math.min(latency.getValueAtPercentile(p), latency.maxValue))
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

/** Makes all requests new ones, for that port: no load repeats what another has sent. */
function renew(requests: readonly LoadRequest[], port: number): void {
  const digits = String(port).padStart(5, '0')
  for (const request of requests) request.renew(digits, requests.length)
}

let prepared: { plan: LoadPlan; requests: LoadRequest[][] } | undefined

process.on('message', async (command: Command) => {
  if (command.type === 'prepare') {
    const { plan } = command
    prepared = { plan, requests: prepareLoad(plan, Math.ceil(REQUESTS / plan.connections)) }
    emit({ type: 'prepared' })
  } else if (prepared) {
    renew(prepared.requests.flat(), command.port)
    const load = new Load(prepared.plan, prepared.requests, command.port, command.seconds)
    emit({ type: 'report', report: await load.run() })
  }
})
// Without a runner there is nothing left to do.
process.on('disconnect', () => process.exit())
