/** Watches a server and the CPUs of its trial during the generator's window. */

import { type Noise, NoiseMeter, noiseReason } from '../host/noise.ts'
import { Sampler, type Usage } from '../host/sampler.ts'
import type { LoadReport, LoadWatch } from '../load/generator.ts'

interface Seen {
  usage: Usage
  /** Duration of the window, by the clock of the server's host. */
  seconds: number
  /** CPU time of other processes on the trial's CPUs. */
  noise: Noise
}

/** Watches a server on this host, once. */
export class Watcher {
  readonly #pid: number
  readonly #cpus: readonly number[]
  readonly #samples: boolean
  readonly #meter: NoiseMeter
  #sampler: Promise<Sampler> | undefined
  #usage: Promise<Usage> | undefined
  #begin = 0
  #seconds = 0

  /**
   * @param pid of the server
   * @param cpus of the trial
   * @param samples whether to sample the server within the window too
   */
  constructor(pid: number, cpus: readonly number[], samples = true) {
    this.#pid = pid
    this.#cpus = cpus
    this.#samples = samples
    this.#meter = new NoiseMeter(cpus)
  }

  begin(): void {
    this.#begin = performance.now()
    this.#sampler = Sampler.start(this.#pid, this.#cpus, this.#samples)
    this.#meter.begin()
  }

  /** Ends the window at the first call. Does nothing before `begin`. */
  async end(): Promise<unknown> {
    if (this.#sampler && !this.#usage) {
      this.#seconds = (performance.now() - this.#begin) / 1000
      this.#usage = this.#sampler.then((running) => running.stop())
      this.#meter.end()
    }
    return this.#usage
  }

  /**
   * Call it after `end`.
   * @param ownSeconds CPU seconds of generator and runner on this host in the window, which are not noise
   */
  async seen(ownSeconds: number): Promise<Seen> {
    const usage = (await this.#usage) as Usage
    return { usage, seconds: this.#seconds, noise: this.#meter.noise(usage.cpuSeconds + ownSeconds) }
  }
}

/** A load, the server's usage, and other processes' CPU time on the trial's CPUs. */
export interface WatchedLoad {
  report: LoadReport
  usage: Usage
  /** Duration of the window. */
  seconds: number
  /** Reason why the load does not count, if other processes disturbed it. */
  noise: string | null
  others: Noise['raw']
}

/**
 * Loads a server and watches it and its CPUs during exactly the generator's window.
 * @param load starts the load; its events open and close the window
 */
export async function watchLoad(
  load: (watch: LoadWatch) => Promise<LoadReport>,
  watcher: Pick<Watcher, 'begin' | 'end' | 'seen'>,
): Promise<WatchedLoad> {
  let runnerCpu = process.cpuUsage()
  let isOver = false
  const end = () => {
    const ended = watcher.end()
    if (!isOver) runnerCpu = process.cpuUsage(runnerCpu)
    isOver = true
    return ended
  }
  try {
    const report = await load({
      started() {
        watcher.begin()
        runnerCpu = process.cpuUsage()
      },
      // If it fails, `seen` below fails too.
      ended: () => void end().catch(() => {}),
    })
    // A generator that reports noise itself runs on another host.
    const generatorSeconds = report.noise ? 0 : report.cpuSeconds
    const seen = await watcher.seen(generatorSeconds + (runnerCpu.user + runnerCpu.system) / 1e6)
    return {
      report,
      usage: seen.usage,
      ...(report.noise ? joined(seen, report, report.noise) : ofOneHost(seen, report)),
    }
  } finally {
    await end()
  }
}

type Circumstances = Omit<WatchedLoad, 'report' | 'usage'>

/** On one host both windows are the same, except for the latency of an IPC message. */
function ofOneHost({ noise }: Seen, { seconds }: LoadReport): Circumstances {
  return { seconds, noise: noiseReason(noise), others: noise.raw }
}

/** Tolerances for the difference between the windows of two hosts. A greater difference is a network delay. */
const SLACK_SECONDS = 0.005
const SLACK_SHARE = 0.02

/** Combines the noise of the server's host, the generator's host and the network. */
function joined({ noise: there, seconds }: Seen, report: LoadReport, here: Noise): Circumstances {
  const apart = Math.abs(seconds - report.seconds)
  const isLate = apart > SLACK_SECONDS + SLACK_SHARE * report.seconds
  const reason = noiseReason(here)
  return {
    seconds,
    noise:
      noiseReason(there) ??
      (reason && `on the load generator’s host, ${reason}`) ??
      (isLate ? `a message between the hosts came ${(apart * 1000).toFixed(0)} ms late` : null),
    others: there.raw &&
      here.raw && {
        stealSeconds: there.raw.stealSeconds + here.raw.stealSeconds,
        foreignSeconds: there.raw.foreignSeconds + here.raw.foreignSeconds,
      },
  }
}
