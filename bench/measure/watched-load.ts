import type { LoadReport, LoadWatch } from '../load/generator.ts'
import { type Noise, noiseReason } from '../machine/noise.ts'
import type { Usage } from '../machine/sampler.ts'
import type { Seen, Watcher } from './watcher.ts'

/** A load, what the server used meanwhile, and what others did on the trial's CPUs. */
export interface WatchedLoad {
  report: LoadReport
  usage: Usage
  /** For which the server was watched. */
  seconds: number
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

/** Both windows are the same then, but for the time of a message between two processes. */
function ofOneHost({ noise }: Seen, { seconds }: LoadReport): Circumstances {
  return { seconds, noise: noiseReason(noise), others: noise.raw }
}

/** By so many seconds, and this share, the windows of two hosts may differ: more is the network's doing. */
const SLACK_SECONDS = 0.005
const SLACK_SHARE = 0.02

/** Of the server's host and the generator's: what disturbed one of them, or came between. */
function joined({ noise: there, seconds }: Seen, report: LoadReport, here: Noise): Circumstances {
  const apart = Math.max(Math.abs(seconds - report.seconds), report.windowsApart ?? 0)
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
