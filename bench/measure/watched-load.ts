import type { LoadReport, LoadWatch } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import { type Noise, NoiseMeter, noiseReason } from '../machine/noise.ts'
import { Sampler, type Usage } from '../machine/sampler.ts'

/** A load, what the server used meanwhile, and what others did on the trial's CPUs. */
export interface WatchedLoad {
  report: LoadReport
  usage: Usage
  /** Why it does not count, in a few words, if others did much. */
  noise: string | null
  others: Noise['raw']
}

/**
 * Loads a server and watches it and its CPUs for the generator's window, no longer and no shorter.
 * @param load starts the load; its events open and close the window
 * @param pid of the server
 */
export async function watchLoad(
  load: (watch: LoadWatch) => Promise<LoadReport>,
  pid: number,
  pinning: Pinning,
): Promise<WatchedLoad> {
  const cpus = [...(pinning.server ?? []), ...(pinning.generator ?? [])]
  const meter = new NoiseMeter(cpus)
  let runnerCpu = process.cpuUsage()
  let sampler: Promise<Sampler> | undefined
  let usage: Promise<Usage> | undefined
  const end = () => {
    if (!sampler || usage) return
    usage = sampler.then((running) => running.stop())
    meter.end()
    runnerCpu = process.cpuUsage(runnerCpu)
  }
  try {
    const report = await load({
      started() {
        sampler = Sampler.start(pid, cpus)
        meter.begin()
        runnerCpu = process.cpuUsage()
      },
      ended: end,
    })
    const used = (await usage) as Usage
    const ownSeconds = used.cpuSeconds + report.cpuSeconds + (runnerCpu.user + runnerCpu.system) / 1e6
    const noise = meter.noise(ownSeconds)
    return { report, usage: used, noise: noiseReason(noise), others: noise.raw }
  } finally {
    end()
    await usage
  }
}
