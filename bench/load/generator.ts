import type { WireName } from '../../shared/scenarios/wire.ts'
import type { Noise } from '../host/noise.ts'

/** Seconds without a response that count as a time-out. */
export const REQUEST_TIMEOUT = 5

/** The load of one trial: what is sent, and how hard. */
export interface LoadPlan {
  /** The servers' address, where it is not this machine's own. */
  host?: string
  scenario: string
  wire: WireName
  connections: number
  /** Requests in flight on each connection. */
  pipelining: number
  /** Requests are drawn from it before the load starts. */
  seed: number
  /** Leaves out the scenario's invalid calls. */
  validOnly?: boolean
  /** Ids of the contract's invalid cases that a server which is to be loaded answers in its own way. */
  except?: readonly string[]
  /** Busy-polls instead of sleeping until responses come. */
  polling?: boolean
}

/** A load generator: a program that sends the plan's requests and reports what came back. */
export interface LoadGenerator {
  name: string
  /** Seconds; a shorter load is made that long. */
  shortestSeconds: number
  /** It can busy-poll, and report how busy it was. */
  polls: boolean
  /** Limitations, each as a sentence for a reader of the result. */
  limits: readonly string[]
  version(): string
  /** @throws UsageError where it is not installed, or can't make such a load */
  check(load: Pick<LoadPlan, 'connections' | 'pipelining'>, scenario: string): void
  /** Starts the generator on those CPUs and has it prepare its requests; sends nothing yet. */
  prepare(plan: LoadPlan, cpus: number[] | null): Promise<LoadSession>
}

/** A generator that is ready to load one server, as often as it is asked to. */
export interface LoadSession {
  /** Its process has ended by itself, so that it can send no more load. */
  readonly isOver?: boolean
  /**
   * Loads the server on that port for so many seconds. Its connections may stay open.
   * @throws where the generator itself fails
   */
  load(port: number, seconds: number, watch?: LoadWatch): Promise<LoadReport>
  /** Closes the connections to a server that is loaded no more. */
  release?(port: number): Promise<void>
  /** Ends the generator's process. */
  close(): Promise<void>
}

export interface LoadWatch {
  /** The first request is on its way. */
  started?(): void
  /** The last counted response has come; called before the report is made. */
  ended?(): void
}

/** Latencies of one load, in milliseconds. */
export interface Latency {
  mean: number
  p50: number
  p99: number
  max: number
}

export interface LoadReport {
  /** Measured length of the window. */
  seconds: number
  /** Length of all the load: the window, and what comes before and behind it and is checked, but not counted. */
  loadedSeconds: number
  requests: number
  /** Requests sent; null where the generator does not tell. */
  sent: number | null
  /** Requests that had been sent before in the same load: its supply had run out. */
  repeated: number
  latency: Latency
  bytesReceived: number
  /** The share of requests that had to be rejected; left out where there are none. */
  refusals?: { requests: number; bytesReceived: number }
  /** Failed connections, and connections that the server closed with requests in flight. */
  errors: number
  timeouts: number
  /** Responses without the status that they must have: 2xx, or 4xx where the scenario has the call refused. */
  non2xx: number
  /** Responses whose body was compared with the expected answer. */
  checked: number
  wrong: number
  /** The first wrong response, to show. */
  firstWrong: { request: string; expected: string; got: string } | null
  /** CPU seconds that the generator used; 0 where they can't be reported. */
  cpuSeconds: number
  /** CPU time of other processes on the generator's CPUs, if it runs on another machine. */
  noise?: Noise
  /** Share of the time in which the generator's event loop had something to do; null where it has none of Node's. */
  eventLoopPercent: number | null
}
