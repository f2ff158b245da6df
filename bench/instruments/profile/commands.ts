/** Protocol between the runner and the module in a server's process. */

/** Environment variable with the path of the socket. */
export const SOCKET_VARIABLE = 'BENCH_PROFILE'

export interface Command {
  do: 'begin profile' | 'end profile' | 'sources'
  /** Sampling interval in µs. */
  interval: number
}

/** A file as the runtime compiled it. */
export interface SourceText {
  url: string
  text: string
}
