import * as hdr from 'hdr-histogram-js'
import type { LoadLatency, LoadReport } from '../generator.ts'

/** Unit: microseconds. Longer latencies count as this. */
const LONGEST_LATENCY = 60_000_000

interface Moment extends Pick<Tally, 'sent' | 'responses' | 'bytesReceived' | 'emptyTime'> {
  /** By `performance.now()`. */
  time: number
  cpu: NodeJS.CpuUsage
  loop: ReturnType<typeof performance.eventLoopUtilization>
}

/** Counts from the first request to the last response. */
export class Tally {
  sent = 0
  responses = 0
  bytesReceived = 0
  wrongStatus = 0
  wrong = 0
  /** Connections that failed, or that the server closed with a request in flight. */
  errors = 0
  /** Pipelined requests that the response to a later one overtook. */
  overtaken = 0
  /** Those of them whose response came later. */
  outOfOrder = 0
  /** Pipelined requests whose response never came: overtaken, or on a connection that the server closed. */
  lost = 0
  /** Responses that came after the time-out. */
  late = 0
  /** Duration of the turns of the event loop that read nothing, in ms. */
  emptyTime = 0
  firstWrong: LoadReport['firstWrong'] = null
  /** Unit: microseconds, three significant digits. */
  readonly #latency = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_LATENCY,
  })
  readonly #begin = performance.now()
  #opened: Moment | undefined
  #closed: Moment | undefined

  get isOpen(): boolean {
    return this.#opened !== undefined && this.#closed === undefined
  }

  openWindow(): void {
    this.#opened = this.#now()
  }

  closeWindow(): void {
    this.#opened ??= this.#now()
    this.#closed = this.#now()
  }

  /** Records the latency, in ms, of a response in the window. */
  recordLatency(milliseconds: number): void {
    this.#latency.recordValue(
      Math.min(LONGEST_LATENCY, Math.max(1, Math.round(milliseconds * 1000))),
    )
  }

  /** The latencies of the window, encoded. */
  get histogram(): string {
    return hdr.encodeIntoCompressedBase64(this.#latency)
  }

  /** Returns whether a response with that status rejects any request, valid or not. */
  isRejection(_status: number): boolean {
    return false
  }

  #now(): Moment {
    return {
      ...this,
      time: performance.now(),
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
    }
  }

  /** @param polling the loop never slept, so its empty turns show how busy it was */
  report(polling: boolean): LoadReport {
    const [from, to] = [this.#opened ?? this.#now(), this.#closed ?? this.#now()]
    const milliseconds = to.time - from.time
    const busy = polling
      ? 1 - (to.emptyTime - from.emptyTime) / milliseconds
      : performance.eventLoopUtilization(to.loop, from.loop).utilization
    return {
      seconds: milliseconds / 1000,
      loadedSeconds: (performance.now() - this.#begin) / 1000,
      requests: to.responses - from.responses,
      sent: to.sent - from.responses,
      latency: latencyOf(this.#latency),
      bytesReceived: to.bytesReceived - from.bytesReceived,
      outOfOrder: this.outOfOrder,
      lost: this.lost,
      errors: this.errors,
      timeouts: this.late + (this.errors > 0 ? 0 : this.sent - this.responses),
      non2xx: this.wrongStatus,
      checked: this.responses,
      wrong: this.wrong,
      firstWrong: this.firstWrong,
      cpuSeconds: (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system) / 1e6,
      eventLoopPercent: Math.min(100, Math.max(0, busy * 100)),
    }
  }
}

/** Merges encoded histograms. */
export function mergedLatency(histograms: readonly string[]): LoadLatency {
  const [merged = hdr.build(), ...others] = histograms.map((each) =>
    hdr.decodeFromCompressedBase64(each),
  )
  for (const other of others) merged.add(other)
  return latencyOf(merged)
}

/** Converts a histogram of microseconds to milliseconds. */
function latencyOf(histogram: hdr.Histogram): LoadLatency {
  const milliseconds = (microseconds: number) => microseconds / 1000
  // A percentile is the upper end of its bucket, which may exceed the maximum.
  const percentile = (p: number) =>
    milliseconds(Math.min(histogram.getValueAtPercentile(p), histogram.maxValue))
  return {
    mean: milliseconds(histogram.totalCount > 0 ? histogram.mean : 0),
    p50: percentile(50),
    p95: percentile(95),
    p99: percentile(99),
    max: milliseconds(histogram.maxValue),
  }
}
