/** A session of a load generator that records each load's window and the use of the server's threads in it. */

import { type ThreadTimes, threadTimes, threadTimesBetween } from '../../host/threads.ts'
import type { LoadReport, LoadSession, LoadWatch } from '../../load/generator.ts'
import type { Window } from './cpu-profile.ts'

/** Observations in the window of the last load. */
export interface Observed {
  window: Window
  threads: ThreadTimes
}

export class ObservedSession implements LoadSession {
  /** The process whose threads are observed. */
  pid = 0
  readonly #session: LoadSession
  #begin: { time: number; threads: ThreadTimes } | null = null
  #observed: Observed | null = null

  constructor(session: LoadSession) {
    this.#session = session
  }

  /** @throws if there was no load since the last call */
  take(): Observed {
    const observed = this.#observed
    if (!observed) throw new Error('no load has been observed')
    this.#observed = null
    return observed
  }

  load(port: number, seconds: number, watch: LoadWatch = {}): Promise<LoadReport> {
    const observing: LoadWatch = {
      started: () => {
        this.#begin = { time: monotonic(), threads: threadTimes(this.pid) }
        watch.started?.()
      },
      ended: () => {
        const end = { time: monotonic(), threads: threadTimes(this.pid) }
        if (this.#begin) {
          const threads = threadTimesBetween(this.#begin.threads, end.threads)
          this.#observed = { window: { begin: this.#begin.time, end: end.time }, threads }
        }
        this.#begin = null
        watch.ended?.()
      },
    }
    return this.#session.load(port, seconds, observing)
  }

  async release(port: number): Promise<void> {
    await this.#session.release?.(port)
  }

  /** Does not end the shared session. */
  async close(): Promise<void> {}
}

/** Returns µs of the system's monotonic clock, which V8's profiles use. */
function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e3
}
