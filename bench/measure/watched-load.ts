import type { LoadReport, LoadWatch } from '../load/generator.ts'
import { type Noise, noiseReason } from '../machine/noise.ts'
import type { Usage } from '../machine/sampler.ts'
import type { Watcher } from './watcher.ts'

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
 */
export async function watchLoad(
  load: (watch: LoadWatch) => Promise<LoadReport>,
  watcher: Watcher,
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
      // Where it fails, so does what waits for it below.
      ended: () => void end().catch(() => {}),
    })
    // A generator that has its own word on the noise is on another machine than the server.
    const generatorSeconds = report.noise ? 0 : report.cpuSeconds
    const { usage, noise } = await watcher.seen(generatorSeconds + (runnerCpu.user + runnerCpu.system) / 1e6)
    return { report, usage, ...joinNoise(noise, report.noise) }
  } finally {
    await end()
  }
}

/** What others did on the machine of the server, and on that of the generator where it is another one. */
function joinNoise(server: Noise, generator: Noise | undefined): Pick<WatchedLoad, 'noise' | 'others'> {
  if (!generator) return { noise: noiseReason(server), others: server.raw }
  const reason = noiseReason(generator)
  return {
    noise: noiseReason(server) ?? (reason && `on the generator’s host, ${reason}`),
    others: server.raw &&
      generator.raw && {
        stealSeconds: server.raw.stealSeconds + generator.raw.stealSeconds,
        foreignSeconds: server.raw.foreignSeconds + generator.raw.foreignSeconds,
      },
  }
}
