import { Unmeasurable } from '../../shared/basics/errors.ts'
import type { WireName } from '../../shared/wires/wires.ts'

/** Seconds without a response that count as a time-out. A pipelined request has as many times more, as it waits for others. */
export const REQUEST_TIMEOUT = 5

/** Load of one trial. */
export interface LoadPlan {
  scenario: string
  wire: WireName
  connections: number
  /** Requests in flight on each connection of a closed loop; default 1. */
  pipelining?: number
  /** Seed of the requests, which are drawn before the load starts. */
  seed: number
  /** Leaves out the scenario's invalid calls. */
  validOnly?: boolean
  /** Ids of invalid cases to leave out: a server of the run deviates from the contract there. */
  except?: readonly string[]
  /** Busy-polls instead of waiting for events. */
  polling?: boolean
  /** Reports the histogram of its latencies, to be merged with those of other generators. */
  histogram?: boolean
}

/** A load generator: a program that sends the plan's requests and reports what came back. */
export interface LoadGenerator {
  /** Starts the generator on those CPUs and prepares its requests. Sends nothing yet. */
  prepare(plan: LoadPlan, cpus: number[] | null): Promise<LoadSession>
}

/** The load generator itself failed, whatever it loaded. */
export class GeneratorFailure extends Unmeasurable {}

/** A prepared generator, for any number of loads. */
export interface LoadSession {
  /** Its process has ended by itself; it can send no more load. */
  readonly isOver?: boolean
  /**
   * Loads the server on `port` for `seconds`. Connections may stay open.
   * @throws if the generator itself fails
   */
  load(port: number, seconds: number, watch?: LoadWatch): Promise<LoadReport>
  /** Closes the connections to that port. */
  release?(port: number): Promise<void>
  /** Ends the generator's process. */
  close(): Promise<void>
}

/** Returns milliseconds by a clock that all processes of a machine share, and that is never set. */
export const machineTime = (): number => Number(process.hrtime.bigint()) / 1e6

export interface LoadWatch {
  /** When the window begins at the earliest, by `machineTime`: that of several generators begins at once. */
  notBefore?: number
  /** The window begins. */
  started?(): void
  /** The last counted response has arrived; called before the report is made. */
  ended?(): void
}

/** Latencies of one load, in milliseconds. */
export interface LoadLatency {
  mean: number
  p50: number
  p95: number
  p99: number
  max: number
}

export interface LoadReport {
  /** Measured length of the window. */
  seconds: number
  /** Duration of the whole load: the window, and the checked but uncounted parts before and after it. */
  loadedSeconds: number
  requests: number
  sent: number
  latency: LoadLatency
  /** The latencies of the window in µs, as an encoded histogram. */
  histogram?: string
  bytesReceived: number
  /** Responses that came after that of a later request on their connection. */
  outOfOrder: number
  /** Pipelined requests whose response is missing although that of a later one came, or the server closed the connection. */
  lost: number
  /** Failed connections, and connections that the server closed with a request in flight. */
  errors: number
  timeouts: number
  /** Responses with an unexpected status: not 2xx, or, for a call to be rejected, not 4xx. */
  non2xx: number
  /** Responses whose body was compared with the expected one. */
  checked: number
  wrong: number
  /** First wrong response, for the report. */
  firstWrong: { request: string; expected: string; got: string } | null
  /** CPU seconds of the generator. */
  cpuSeconds: number
  /** Utilization of the generator's event loop. */
  eventLoopPercent: number
}
