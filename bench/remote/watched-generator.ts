/** A load generator that tells what others did on its CPUs: on a machine without the servers nobody else looks. */
import type { HeldLoad, LoadGenerator, LoadReport, LoadSession, LoadWatch } from '../load/generator.ts'
import { NoiseMeter } from '../machine/noise.ts'

/**
 * @param cpus of the generator; null where it has none of its own, and nothing is known
 * @param isShared whether this process is on them, too
 */
export function watchedGenerator(
  generator: LoadGenerator,
  cpus: readonly number[] | null,
  isShared: boolean,
): LoadGenerator {
  return {
    ...generator,
    prepare: async (...args) => new WatchedSession(await generator.prepare(...args), cpus ?? [], isShared),
  }
}

class WatchedSession implements LoadSession {
  readonly #session: LoadSession
  readonly #cpus: readonly number[]
  readonly #isShared: boolean

  constructor(session: LoadSession, cpus: readonly number[], isShared: boolean) {
    this.#session = session
    this.#cpus = cpus
    this.#isShared = isShared
  }

  get isOver(): boolean {
    return this.#session.isOver ?? false
  }

  async load(port: number, seconds: number, watch: LoadWatch = {}, pipelining?: number): Promise<LoadReport> {
    const meter = new NoiseMeter(this.#cpus)
    let own = process.cpuUsage()
    const watched: LoadWatch = {
      started() {
        meter.begin()
        own = process.cpuUsage()
        watch.started?.()
      },
      ended() {
        meter.end()
        own = process.cpuUsage(own)
        watch.ended?.()
      },
    }
    const report = await this.#session.load(port, seconds, watched, pipelining)
    const shared = this.#isShared ? (own.user + own.system) / 1e6 : 0
    return { ...report, noise: meter.noise(report.cpuSeconds + shared) }
  }

  async hold(port: number, pipelining?: number): Promise<HeldLoad> {
    const held = await this.#session.hold?.(port, pipelining)
    if (!held) throw new Error('this load generator takes part in no joint load')
    const meter = new NoiseMeter(this.#cpus)
    return {
      async open() {
        await held.open()
        meter.begin()
      },
      async close() {
        meter.end()
        await held.close()
      },
      async end() {
        const report = await held.end()
        return { ...report, noise: meter.noise(report.cpuSeconds) }
      },
    }
  }

  async release(port: number): Promise<void> {
    await this.#session.release?.(port)
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}
