/** Measures noise on the pinned CPUs: other processes, the hypervisor, a CPU quota, swapping, throttling, frequency changes. */
import { QUOTA } from '../../shared/results/caveats.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { contentsOf } from '../processes/proc.ts'
import { quotaStops } from './quota.ts'

/** Shares are percentages of one CPU. A figure that the system does not report is 0. */
export interface Noise {
  /** Both CPU times in seconds, from the kernel's accounting. */
  raw: { stealSeconds: number; foreignSeconds: number }
  /** CPU time that the hypervisor gave to other guests, summed over the trial's CPUs. */
  stealPercent: number
  /** CPU time of processes outside the trial, summed over the trial's CPUs. */
  foreignPercent: number
  /** Times that the kernel stopped the container, whose CPU quota was used up. */
  quotaStops: number
  /** Pages swapped in or out, machine-wide. */
  swappedPages: number
  /** Thermal throttling events, machine-wide. */
  thermalEvents: number
  /** Largest relative change of a CPU's frequency between the ends of the window, in percent. */
  frequencyPercent: number
}

/** Totals since boot of some CPUs, at a time. */
export interface NoiseReading {
  /** Seconds. */
  time: number
  /** Ticks of 1/100 s. */
  busy: number
  steal: number
  quotaStops: number
  swapped: number
  throttled: number
  /** Frequency of each CPU, in kHz; empty if unknown, as in most virtual machines. */
  frequencies: number[]
}

/**
 * Returns the noise between two readings of the same CPUs.
 * @param ownSeconds CPU time of the trial's own processes on these CPUs in between
 * @returns null without readings
 */
export function noiseBetween(
  begin: NoiseReading | null,
  end: NoiseReading | null,
  ownSeconds: number,
): Noise | null {
  if (!begin || !end) return null
  const raw = {
    stealSeconds: (end.steal - begin.steal) / 100,
    foreignSeconds: Math.max(0, (end.busy - begin.busy) / 100 - ownSeconds),
  }
  const percent = (seconds: number) => (Math.max(0, seconds) / (end.time - begin.time)) * 100
  return {
    raw,
    // Minus one tick, the error of the accounting.
    stealPercent: percent(raw.stealSeconds - 0.01),
    foreignPercent: percent(raw.foreignSeconds),
    quotaStops: end.quotaStops - begin.quotaStops,
    swappedPages: end.swapped - begin.swapped,
    thermalEvents: end.throttled - begin.throttled,
    frequencyPercent: frequencyChange(begin.frequencies, end.frequencies),
  }
}

/** Returns null without CPUs or `/proc`. */
export function readNoise(cpus: readonly number[]): NoiseReading | null {
  const time = performance.now() / 1000
  const lines = contentsOf('/proc/stat').split('\n')
  if (cpus.length === 0 || lines.length === 1) return null
  let busy = 0
  let steal = 0
  for (const cpu of cpus) {
    const line = lines.find((text) => text.startsWith(`cpu${cpu} `)) ?? ''
    // proc_stat(5): user nice system idle iowait irq softirq steal. Without interrupts, which the kernel does not attribute
    // to the process that they serve.
    const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number)
    busy += user + nice + system
    steal += stolen
  }
  const swapped = [...contentsOf('/proc/vmstat').matchAll(/^pswp(?:in|out) (\d+)$/gm)]
  return {
    time,
    busy,
    steal,
    quotaStops: quotaStops(),
    swapped: sum(swapped, ([, pages]) => Number(pages)),
    throttled: sum(ofEach(cpus, 'thermal_throttle/core_throttle_count'), Number),
    frequencies: ofEach(cpus, 'cpufreq/scaling_cur_freq'),
  }
}

/** Reads a number of each CPU; empty if the kernel does not report it. */
function ofEach(cpus: readonly number[], file: string): number[] {
  const texts = cpus.map((cpu) => contentsOf(`/sys/devices/system/cpu/cpu${cpu}/${file}`))
  return texts.includes('') ? [] : texts.map(Number)
}

/** Returns the largest relative change of a CPU's frequency, in percent. */
export function frequencyChange(before: readonly number[], after: readonly number[]): number {
  return Math.max(0, ...before.map((kHz, i) => (Math.abs((after[i] ?? kHz) - kHz) / kHz) * 100))
}

/** A slice above one of these limits does not count and is repeated. */
export const NOISE_LIMITS = { stealPercent: 2, foreignPercent: 10, frequencyPercent: 10 }

/** Describes why a slice is noisy; null if it is not, or if nothing is known. */
export function noiseReason(noise: Noise | null): string | null {
  if (!noise) return null
  const { stealPercent, foreignPercent, swappedPages, thermalEvents, frequencyPercent } = noise
  if (noise.quotaStops > 0) return `${QUOTA} stopped the processes ${noise.quotaStops} times`
  if (stealPercent > NOISE_LIMITS.stealPercent)
    return `the hypervisor took ${stealPercent.toFixed(0)}% of a CPU`
  if (foreignPercent > NOISE_LIMITS.foreignPercent) {
    return `on the CPUs of the trial, other processes used ${foreignPercent.toFixed(0)}% of one CPU`
  }
  if (frequencyPercent > NOISE_LIMITS.frequencyPercent) {
    return `the frequency of a CPU changed by ${frequencyPercent.toFixed(0)}%`
  }
  if (swappedPages) return `the machine swapped ${swappedPages} pages`
  if (thermalEvents) return 'the CPU was thermally throttled'
  return null
}
