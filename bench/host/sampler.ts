import pidusage from 'pidusage'
import type { KernelWork } from '../../shared/results/slice-format.ts'
import { kernelWorkBetween, readKernelWork } from './kernel-work.ts'
import { cpuSeconds, peakMemory, processTree } from './processes.ts'

/** Milliseconds between samples. */
export const INTERVAL = 250

/** Memory and CPU of a process tree over a window. */
export interface Usage {
  /** Largest sample, in percent of one CPU. */
  maxCpuPercent: number
  /** CPU seconds in the window: from the kernel, else the samples' mean times the duration. */
  cpuSeconds: number
  /** Unit: bytes. */
  peakMemory: number
  kernel: KernelWork | null
}

/** Samples a process tree from `start` to `stop`. */
export class Sampler {
  readonly #pid: number
  readonly #start = performance.now()
  /** Memory in bytes, CPU in percent of one CPU. */
  readonly #samples: { memory: number; cpu: number }[] = []
  readonly #cpuAtStart: number | null
  readonly #cpus: readonly number[]
  readonly #kernelAtStart: KernelWork | null
  readonly #timer: NodeJS.Timeout | undefined
  #sampling: Promise<void> = Promise.resolve()

  private constructor(pid: number, tree: number[], cpus: readonly number[], samples: boolean) {
    this.#pid = pid
    this.#cpus = cpus
    this.#kernelAtStart = readKernelWork(tree, cpus)
    this.#cpuAtStart = cpuSeconds(tree)
    if (!samples) return
    // The first call of pidusage marks the start of the first interval.
    this.#sampling = pidusage(tree).then(
      () => {},
      () => {},
    )
    this.#timer = setInterval(() => {
      this.#sampling = this.#sample()
    }, INTERVAL)
  }

  /**
   * @param cpus whose interrupts are counted: those of the server and the generator
   * @param samples false to read only the ends of the window, since each sample may delay a request
   */
  static async start(pid: number, cpus: readonly number[] = [], samples = true): Promise<Sampler> {
    return new Sampler(pid, await processTree(pid), cpus, samples)
  }

  async #sample(): Promise<void> {
    try {
      const usage = Object.values(await pidusage(await processTree(this.#pid))).filter(Boolean)
      const sum = (key: 'memory' | 'cpu') => usage.reduce((total, each) => total + each[key], 0)
      this.#samples.push({ memory: sum('memory'), cpu: sum('cpu') })
    } catch {
      // The server has ended; its waiter reports that.
    }
  }

  /** Ends the window. */
  async stop(): Promise<Usage> {
    clearInterval(this.#timer)
    const seconds = (performance.now() - this.#start) / 1000
    const tree = await processTree(this.#pid)
    const cpuAtEnd = cpuSeconds(tree)
    const kernel = kernelWorkBetween(this.#kernelAtStart, readKernelWork(tree, this.#cpus))
    const peak = peakMemory(tree)
    await this.#sampling
    if (this.#samples.length === 0) await this.#sample()
    const cpuValues = this.#samples.map(({ cpu }) => cpu)
    const meanPercent = cpuValues.reduce((sum, percent) => sum + percent, 0) / Math.max(1, cpuValues.length)
    return {
      maxCpuPercent: Math.max(0, ...cpuValues),
      cpuSeconds:
        cpuAtEnd !== null && this.#cpuAtStart !== null
          ? Math.max(0, cpuAtEnd - this.#cpuAtStart)
          : (meanPercent / 100) * seconds,
      peakMemory: peak ?? Math.max(0, ...this.#samples.map(({ memory }) => memory)),
      kernel,
    }
  }
}
