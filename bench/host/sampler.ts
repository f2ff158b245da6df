import pidusage from 'pidusage'
import type { KernelWork } from '../../shared/results/slice-format.ts'
import { kernelWorkBetween, readKernelWork } from './kernel-work.ts'
import { cpuSeconds, peakMemory, processTree } from './processes.ts'

/** Milliseconds between samples. */
export const INTERVAL = 250

/** Memory and CPU of a process tree over a window. */
export interface Usage {
  /** CPU seconds in the window: from the kernel, else the samples' mean times the duration. */
  cpuSeconds: number
  /** Bytes: the kernel's peak since the start, else the largest sample. */
  peakMemory: number
  kernel: KernelWork | null
}

/** Watches a process tree from `start` to `stop`: by the kernel's totals at both ends, or by samples without `/proc`. */
export class Sampler {
  readonly #pid: number
  readonly #start = performance.now()
  /** Memory in bytes, CPU in percent of one CPU. */
  readonly #samples: { memory: number; cpu: number }[] = []
  readonly #cpuAtStart: number | null
  readonly #cpus: readonly number[]
  readonly #kernelAtStart: KernelWork | null
  readonly #timer: NodeJS.Timeout | undefined
  #sampling: Promise<unknown> = Promise.resolve()

  private constructor(pid: number, tree: number[], cpus: readonly number[]) {
    this.#pid = pid
    this.#cpus = cpus
    this.#kernelAtStart = readKernelWork(tree, cpus)
    this.#cpuAtStart = cpuSeconds(tree)
    if (this.#cpuAtStart !== null) return
    // The first call of pidusage marks the start of the first interval.
    this.#sampling = pidusage(tree).catch(() => {})
    this.#timer = setInterval(() => {
      this.#sampling = this.#sample()
    }, INTERVAL)
  }

  /** @param cpus whose interrupts are counted: those of the server and the generator */
  static async start(pid: number, cpus: readonly number[] = []): Promise<Sampler> {
    return new Sampler(pid, await processTree(pid), cpus)
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
    const [cpuAtEnd, peak] = [cpuSeconds(tree), peakMemory(tree)]
    const kernel = kernelWorkBetween(this.#kernelAtStart, readKernelWork(tree, this.#cpus))
    if (this.#cpuAtStart !== null && cpuAtEnd !== null && peak !== null) {
      return { cpuSeconds: Math.max(0, cpuAtEnd - this.#cpuAtStart), peakMemory: peak, kernel }
    }
    await this.#sampling
    if (this.#samples.length === 0) await this.#sample()
    const percents = this.#samples.map(({ cpu }) => cpu)
    const meanPercent = percents.reduce((sum, percent) => sum + percent, 0) / Math.max(1, percents.length)
    const memory = Math.max(0, ...this.#samples.map(({ memory }) => memory))
    return { cpuSeconds: (meanPercent / 100) * seconds, peakMemory: memory, kernel }
  }
}
