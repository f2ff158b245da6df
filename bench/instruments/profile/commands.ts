/** What the runner and the module inside a server's process say to each other. */

/** Names the socket over which they talk, in the environment of the server. */
export const SOCKET_VARIABLE = 'BENCH_PROFILE'

export interface Command {
  do: 'begin profile' | 'end profile' | 'begin collections' | 'end collections' | 'sources'
  /** Microseconds between two samples of a profile. */
  interval: number
}

/** A file as the runtime runs it. */
export interface SourceText {
  url: string
  text: string
}

/** Collections of garbage between two commands. */
export interface Collections {
  /** In the order of time. */
  pauses: {
    /** Milliseconds since the process's start. */
    at: number
    milliseconds: number
    /** One of V8's, as `perf_hooks.constants` has them. */
    kind: number
  }[]
  /** Bytes in use on V8's heap before and after each; as many as there are pauses, where V8 told of all. */
  heaps: { before: number; after: number }[]
  /** The same moment by the clock of `at` and by the system's monotonic one, both in milliseconds. */
  clock: { performance: number; monotonic: number }
}
