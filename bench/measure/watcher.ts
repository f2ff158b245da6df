/** Watches a server and the CPUs of its trial for the generator's window. */
import { type Noise, NoiseMeter } from '../machine/noise.ts'
import { Sampler, type Usage } from '../machine/sampler.ts'

/** What was seen from `begin` to `end`, on the machine of the server. */
export interface Seen {
  usage: Usage
  /** Length of the window, by that machine's clock. */
  seconds: number
  /** What others did on the trial's CPUs. */
  noise: Noise
}

/** Watches once. */
export interface Watcher {
  begin(): void
  /** Ends the window, now; the first call does. Does nothing before `begin`. */
  end(): Promise<unknown>
  /**
   * Call it after `end`.
   * @param ownSeconds CPU seconds that generator and runner used meanwhile; they are others' where they are elsewhere
   */
  seen(ownSeconds: number): Promise<Seen>
}

/** Of a server on this machine. */
export class LocalWatcher implements Watcher {
  readonly #pid: number
  readonly #cpus: readonly number[]
  readonly #meter: NoiseMeter
  #sampler: Promise<Sampler> | undefined
  #usage: Promise<Usage> | undefined
  #begin = 0
  #seconds = 0

  /**
   * @param pid of the server
   * @param cpus of the trial
   */
  constructor(pid: number, cpus: readonly number[]) {
    this.#pid = pid
    this.#cpus = cpus
    this.#meter = new NoiseMeter(cpus)
  }

  begin(): void {
    this.#begin = performance.now()
    this.#sampler = Sampler.start(this.#pid, this.#cpus)
    this.#meter.begin()
  }

  async end(): Promise<unknown> {
    if (this.#sampler && !this.#usage) {
      this.#seconds = (performance.now() - this.#begin) / 1000
      this.#usage = this.#sampler.then((running) => running.stop())
      this.#meter.end()
    }
    return this.#usage
  }

  async seen(ownSeconds: number): Promise<Seen> {
    const usage = (await this.#usage) as Usage
    return { usage, seconds: this.#seconds, noise: this.#meter.noise(usage.cpuSeconds + ownSeconds) }
  }
}
