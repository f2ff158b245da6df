/** Protocol between the runner and the module in a server's process. */

/** Environment variable with the path of the socket. */
export const SOCKET_VARIABLE = 'BENCH_PROFILE'

export interface Command {
  do: 'begin profile' | 'end profile' | 'begin collections' | 'end collections' | 'sources'
  /** Sampling interval in µs. */
  interval: number
}

/** A file as the runtime compiled it. */
export interface SourceText {
  url: string
  text: string
}

/** Garbage collections between two commands. */
export interface Collections {
  /** In chronological order. */
  pauses: {
    /** Milliseconds since the start of the process. */
    at: number
    milliseconds: number
    /** A constant of `perf_hooks.constants`. */
    kind: number
  }[]
  /** Bytes of used heap before and after each collection; one per pause, unless V8 missed some. */
  heaps: { before: number; after: number }[]
  /** The same instant by the clock of `at` and by the system's monotonic clock, both in milliseconds. */
  clock: { performance: number; monotonic: number }
}
