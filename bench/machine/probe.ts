/** How fast the CPUs are right before a slice: a fixed piece of work on the server's CPU, and on the load generator's. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinnedCommand } from './cpus.ts'
import { probeWork, warmProbeWork } from './probe-work.ts'
import { kill, track, untrack } from './processes.ts'

/** Microseconds that the same work took. */
export interface ProbeTimes {
  server: number
  generator: number
}

/** Milliseconds after which nobody waits for the probe any more: it is worth knowing, and nothing depends on it. */
const PATIENCE = 200

export class Probe {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /**
   * @param cpus of the server; the caller is on the generator's
   * @returns null where the probe's process does not start
   */
  static async start(cpus: readonly number[]): Promise<Probe | null> {
    const [program = '', ...args] = pinnedCommand(cpus, process.execPath, [join(import.meta.dirname, 'probe-work.ts')])
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
    if (child.pid) track(child.pid)
    warmProbeWork()
    const ended = Promise.race([once(child, 'error'), once(child, 'exit')]).then(() => false)
    const ready = once(child, 'message').then(() => true)
    ready.catch(() => {})
    const probe = new Probe(child)
    if (await Promise.race([ready, ended])) return probe
    await probe.close()
    return null
  }

  get pid(): number {
    return this.#child.pid as number
  }

  /** @returns null where there was no answer in time, and ever after */
  async measure(): Promise<ProbeTimes | null> {
    if (!this.#child.connected) return null
    try {
      const answer = once(this.#child, 'message', { signal: AbortSignal.timeout(PATIENCE) })
      this.#child.send('go', () => {})
      const [server] = await answer
      return { server, generator: probeWork() }
    } catch {
      // An answer that comes too late would be taken for the next one's.
      if (this.#child.connected) this.#child.disconnect()
      return null
    }
  }

  async close(): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return
    untrack(pid)
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    kill(pid)
    await exit
  }
}
