/** The load generator's process: prepares unique requests, sends them with autocannon, checks every answer. */
import type { Socket } from 'node:net'
import autocannon, { type Client, type Instance } from 'autocannon'
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

class Load {
  readonly #plan: LoadPlan
  readonly #requests: LoadRequest[][]

  constructor(plan: LoadPlan) {
    this.#plan = plan
    this.#requests = prepareLoad(plan, Math.ceil(REQUESTS / plan.connections))
  }

  run(port: number, seconds: number): Promise<LoadReport> {
    const { connections, pipelining } = this.#plan
    this.#renew(port)
    // Microseconds, with three digits, up to a minute.
    const latency = hdr.build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 })
    const tally = {
      sent: 0,
      requests: 0,
      non2xx: 0,
      bytesReceived: 0,
      bytesSent: 0,
      checked: 0,
      wrong: 0,
      connects: 0,
      unasked: 0,
    }
    let firstWrong: LoadReport['firstWrong'] = null
    let nextClient = 0

    const check = (request: LoadRequest, status: number, body: string) => {
      tally.bytesSent += request.requestBuffer.length
      if (!request.isStatus(status)) {
        tally.non2xx++
        return
      }
      tally.checked++
      if (request.isAnsweredBy(status, body)) return
      tally.wrong++
      const got = status === 200 ? body : `status ${status} and "${body}"`
      firstWrong ??= { request: request.requestBuffer.toString(), expected: request.answer(body), got }
    }
    const setupClient = (client: Client) => {
      const internals = client as ClientInternals
      const requests = this.#requests[nextClient++] ?? []
      Object.assign(internals.requestIterator, { requests, currentRequest: requests[0], recordBody: check })
      const connect = internals._connect
      internals._connect = () => {
        tally.connects++
        connect.call(internals)
        internals.conn.once('connect', () => {
          if (++connected !== connections || !held) return
          clearTimeout(timer)
          timer = setTimeout(release, ACCEPT_TIME * 1000)
        })
      }
      const { pipelinedRequests } = internals
      const terminateRequest = pipelinedRequests.terminateRequest
      pipelinedRequests.terminateRequest = () => {
        if (pipelinedRequests.size() > 0) return terminateRequest.call(pipelinedRequests)
        // A response that nobody asked for; autocannon would look for its request, and crash.
        tally.unasked++
        internals.destroy()
        return undefined
      }
      const send = internals._doRequest
      internals._doRequest = () => {
        if (ended) return
        if (held) {
          held.push(internals)
          return
        }
        tally.sent++
        send.call(internals)
      }
    }

    const begin = performance.now()
    const now = () => ({
      ...tally,
      time: performance.now(),
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
    })
    type Moment = ReturnType<typeof now>
    /** The window's two ends. */
    let started: Moment | undefined
    let ended: Moment | undefined
    let timer: NodeJS.Timeout
    const answered = new Set<unknown>()
    let connected = 0
    /** The first requests, until all connections stand. */
    let held: ClientInternals[] | null = []
    const release = () => {
      const clients = held ?? []
      held = null
      for (const client of clients) client._doRequest()
      clearTimeout(timer)
      timer = setTimeout(openWindow, LONGEST_LEAD_IN * 1000)
    }
    const openWindow = () => {
      clearTimeout(timer)
      timer = setTimeout(closeWindow, seconds * 1000)
      started = now()
      latency.reset()
      emit({ type: 'started' })
    }
    const closeWindow = () => {
      ended = now()
      emit({ type: 'ended' })
      if (tally.requests === tally.sent) return stop()
      // No connection is broken off with requests on it: the server's next load would begin with their remains.
      timer = setTimeout(stop, (brokenConnections() > 0 ? LONGEST_DRAIN_OF_BROKEN : LONGEST_DRAIN) * 1000)
    }
    const stop = () => {
      clearTimeout(timer)
      instance?.stop?.()
    }
    const brokenConnections = () => Math.max(0, tally.connects - connections) + tally.unasked

    let instance: Instance | undefined
    return new Promise((resolve, reject) => {
      // A short sample interval, since autocannon ends at the end of a sample.
      const duration = 2 * LONGEST_LEAD_IN + seconds + LONGEST_DRAIN + 1
      const options = { url: `http://${HOST}:${port}`, connections, pipelining, duration, sampleInt: 20 }
      instance = autocannon({ ...options, timeout: REQUEST_TIMEOUT, setupClient }, (error, result) => {
        clearTimeout(timer)
        const [from, to] = [started ?? now(), ended ?? now()]
        const { utilization } = performance.eventLoopUtilization(to.loop, from.loop)
        if (error) return reject(error)
        const errors = Math.max(brokenConnections(), result.errors - result.timeouts)
        const unanswered = errors > 0 ? 0 : tally.sent - tally.requests
        resolve({
          seconds: (to.time - from.time) / 1000,
          loadedSeconds: (performance.now() - begin) / 1000,
          requests: to.requests - from.requests,
          sent: to.sent - from.requests,
          repeated: Math.max(0, tally.sent - this.#requests.flat().length),
          latency: summarize(latency),
          bytesReceived: to.bytesReceived - from.bytesReceived,
          bytesSent: to.bytesSent - from.bytesSent,
          errors,
          timeouts: Math.max(result.timeouts, unanswered),
          non2xx: tally.non2xx,
          checked: tally.checked,
          wrong: tally.wrong,
          firstWrong,
          cpuSeconds: (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system) / 1e6,
          eventLoopPercent: utilization * 100,
        })
      }) as unknown as Instance
      timer = setTimeout(release, LONGEST_LEAD_IN * 1000)
      instance.on('response', (client, _status, bytes, milliseconds) => {
        if (!started && answered.add(client).size === connections) openWindow()
        tally.requests++
        tally.bytesReceived += bytes
        if (!ended) latency.recordValue(Math.max(1, Math.round(milliseconds * 1000)))
        else if (tally.requests === tally.sent) stop()
      })
    })
  }

  /** Makes all requests new ones, for that port: no load repeats what another has sent. */
  #renew(port: number): void {
    const digits = String(port).padStart(5, '0')
    const requests = this.#requests.flat()
    for (const request of requests) request.renew(digits, requests.length)
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
