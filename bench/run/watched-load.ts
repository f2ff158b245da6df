/** Watches a server and the CPUs of its trial during the generator's window. */

import type { LoadReport, LoadWatch } from '../load/generator.ts'
import { type NoiseReading, noiseBetween, noiseReason } from '../machine/noise.ts'
import type { StopSampling, Usage } from '../processes/sampler.ts'
import type { LoadedSlice } from './trial-record.ts'

/** Samples the server and its CPUs during one load. */
export interface Watch {
  /** Reads what the CPUs have done until now. */
  readNoise(): NoiseReading | null
  /** Begins to sample the server. */
  sample(): Promise<StopSampling>
}

/**
 * Loads a server and watches it and its CPUs during exactly the generator's window.
 * @param load starts the load; its events open and close the window
 */
export async function watchLoad(
  load: (watch: LoadWatch) => Promise<LoadReport>,
  { readNoise, sample }: Watch,
): Promise<Omit<LoadedSlice, 'slice' | 'check'>> {
  let sampling: Promise<StopSampling> | undefined
  let sampled: Promise<Usage> | undefined
  let before: NoiseReading | null = null
  let after: NoiseReading | null = null
  let runnerCpu = process.cpuUsage()
  const end = () => {
    if (!sampling || sampled) return
    sampled = sampling.then((stop) => stop())
    // If it fails, so does the load, below.
    sampled.catch(() => {})
    after = readNoise()
    runnerCpu = process.cpuUsage(runnerCpu)
  }
  try {
    const report = await load({
      started() {
        sampling = sample()
        before = readNoise()
        runnerCpu = process.cpuUsage()
      },
      ended: end,
    })
    const usage = (await sampled) as Usage
    const ownSeconds =
      usage.cpuSeconds + report.cpuSeconds + (runnerCpu.user + runnerCpu.system) / 1e6
    const noise = noiseBetween(before, after, ownSeconds)
    return { report, usage, noise: noiseReason(noise), others: noise?.raw ?? null }
  } finally {
    end()
    await sampled?.catch(() => {})
  }
}
