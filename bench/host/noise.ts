/** Measures noise on the pinned CPUs: other processes, the hypervisor, swapping, throttling, frequency changes. */
import { readFileSync } from 'node:fs'

/** Shares are percentages of one CPU; null if the system does not report a figure. */
export interface Noise {
  /** Both CPU times in seconds, from the kernel's accounting. */
  raw: { stealSeconds: number; foreignSeconds: number } | null
  /** CPU time that the hypervisor gave to other guests, summed over the trial's CPUs. */
  stealPercent: number | null
  /** CPU time of processes outside the trial, summed over the trial's CPUs. */
  foreignPercent: number | null
  /** Pages swapped in or out, machine-wide. */
  swappedPages: number | null
  /** Thermal throttling events, machine-wide. */
  thermalEvents: number | null
  /** Largest relative change of a CPU's frequency between the ends of the window, in percent. */
  frequencyPercent: number | null
}

const UNKNOWN: Noise = {
  raw: null,
  stealPercent: null,
  foreignPercent: null,
  swappedPages: null,
  thermalEvents: null,
  frequencyPercent: null,
}

interface Reading {
  time: number
  /** Ticks of 1/100 s. */
  busy: number
  steal: number
  swapped: number | null
  throttled: number | null
  /** Frequency of each CPU, in kHz. */
  frequencies: number[] | null
}

/** Watches CPUs from `begin` to `end`. Without CPUs, all figures are null. */
export class NoiseMeter {
  readonly #cpus: readonly number[]
  #begin: Reading | null = null
  #end: Reading | null = null

  constructor(cpus: readonly number[]) {
    this.#cpus = cpus
  }

  begin(): void {
    this.#begin = read(this.#cpus)
  }

  end(): void {
    this.#end = read(this.#cpus)
  }

  /** @param ownSeconds CPU time of the trial's own processes on these CPUs in the window */
  noise(ownSeconds: number): Noise {
    const [begin, end] = [this.#begin, this.#end]
    if (!begin || !end) return UNKNOWN
    const raw = {
      stealSeconds: (end.steal - begin.steal) / 100,
      foreignSeconds: Math.max(0, (end.busy - begin.busy) / 100 - ownSeconds),
    }
    const percent = (seconds: number) => (Math.max(0, seconds) / (end.time - begin.time)) * 100
    const since = (before: number | null, after: number | null) =>
      before === null || after === null ? null : after - before
    return {
      raw,
      // Minus one tick, the error of the accounting.
      stealPercent: percent(raw.stealSeconds - 0.01),
      foreignPercent: percent(raw.foreignSeconds),
      swappedPages: since(begin.swapped, end.swapped),
      thermalEvents: since(begin.throttled, end.throttled),
      frequencyPercent: frequencyChange(begin.frequencies, end.frequencies),
    }
  }
}

function read(cpus: readonly number[]): Reading | null {
  if (cpus.length === 0) return null
  try {
    const time = performance.now() / 1000
    const lines = readFileSync('/proc/stat', 'utf8').split('\n')
    let busy = 0
    let steal = 0
    for (const cpu of cpus) {
      const line = lines.find((text) => text.startsWith(`cpu${cpu} `)) ?? ''
      // proc_stat(5): user nice system idle iowait irq softirq steal. Without interrupts, which the kernel does not attribute
      // to the process that they serve.
      const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = line.split(/\s+/).slice(1).map(Number)
      busy += user + nice + system
      steal += stolen
    }
    return {
      time,
      busy,
      steal,
      swapped: swappedPages(),
      throttled: throttleCount(cpus),
      frequencies: frequencies(cpus),
    }
  } catch {
    return null
  }
}

function swappedPages(): number | null {
  const counts = [...readFileSync('/proc/vmstat', 'utf8').matchAll(/^pswp(?:in|out) (\d+)$/gm)].map(([, n]) =>
    Number(n),
  )
  return counts.length > 0 ? counts.reduce((sum, next) => sum + next, 0) : null
}

function throttleCount(cpus: readonly number[]): number | null {
  try {
    return cpus
      .map((cpu) => Number(readFileSync(`/sys/devices/system/cpu/cpu${cpu}/thermal_throttle/core_throttle_count`)))
      .reduce((sum, next) => sum + next, 0)
  } catch {
    return null
  }
}

/** Returns null if the kernel does not report them, as in most virtual machines. */
function frequencies(cpus: readonly number[]): number[] | null {
  try {
    return cpus.map((cpu) => Number(readFileSync(`/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_cur_freq`, 'utf8')))
  } catch {
    return null
  }
}

/** Returns the largest relative change of a CPU's frequency, in percent. */
export function frequencyChange(before: readonly number[] | null, after: readonly number[] | null): number | null {
  if (!before || !after) return null
  return Math.max(...before.map((frequency, i) => (Math.abs((after[i] ?? frequency) - frequency) / frequency) * 100))
}

/** A slice above one of these limits does not count and is repeated. */
export const NOISE_LIMITS = { stealPercent: 2, foreignPercent: 10, frequencyPercent: 10 }

/** Describes why a slice is noisy; null if it is not. */
export function noiseReason(noise: Noise): string | null {
  const { stealPercent, foreignPercent, swappedPages, thermalEvents, frequencyPercent } = noise
  if (stealPercent !== null && stealPercent > NOISE_LIMITS.stealPercent) {
    return `the hypervisor took ${stealPercent.toFixed(0)}% of a CPU`
  }
  if (foreignPercent !== null && foreignPercent > NOISE_LIMITS.foreignPercent) {
    return `on the pinned CPUs, other processes used ${foreignPercent.toFixed(0)}% of one CPU`
  }
  if (frequencyPercent !== null && frequencyPercent > NOISE_LIMITS.frequencyPercent) {
    return `the frequency of a CPU changed by ${frequencyPercent.toFixed(0)}%`
  }
  if (swappedPages) return `the machine swapped ${swappedPages} pages`
  if (thermalEvents) return 'the CPU was thermally throttled'
  return null
}
