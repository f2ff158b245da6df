import type { WireName } from '../../shared/wire.ts'

/** The load of one trial: what is sent, and how hard. */
export interface LoadPlan {
  scenario: string
  wire: WireName
  connections: number
  /** Requests in flight on each connection. */
  pipelining: number
  /** Requests are drawn from it before the load starts. */
  seed: number
}

/** A load generator: a program that sends the plan's requests and reports what came back. */
export interface LoadGenerator {
  name: string
  version(): string
  /** Starts the generator on those CPUs and has it prepare its requests; sends nothing yet. */
  prepare(plan: LoadPlan, cpus: number[] | null): Promise<LoadSession>
}

/** A generator that is ready to load one server, as often as it is asked to. */
export interface LoadSession {
  /**
   * Loads the server on that port for so many seconds.
   * @throws where the generator itself fails
   */
  load(port: number, seconds: number, watch?: LoadWatch): Promise<LoadReport>
  /** Ends the generator's process. */
  close(): Promise<void>
}

export interface LoadWatch {
  /** The first request is on its way. */
  started?(): void
  /** The last counted response has come; called before the report is made. */
  ended?(): void
  /** @param requestsPerSecond over the time since the last call */
  progress?(requestsPerSecond: number): void
}

/** What came back in one load. Latencies are in milliseconds. */
export interface LoadReport {
  /** Measured length. */
  seconds: number
  completed: number
  /** Requests/s in each whole second. */
  perSecond: number[]
  latency: {
    mean: number
    sd: number
    p50: number
    p90: number
    p97_5: number
    p99: number
    p99_9: number
    max: number
  }
  bytesReceived: number
  bytesSent: number
  /** Failed connections, and connections that the server closed with requests in flight. */
  errors: number
  timeouts: number
  non2xx: number
  /** Responses whose body was compared with the expected answer. */
  checked: number
  wrong: number
  /** The first wrong response, to show. */
  firstWrong: { request: string; expected: string; got: string } | null
  /** CPU seconds that the generator used. */
  cpuSeconds: number
}
