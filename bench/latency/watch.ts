/**
 * What a server used under a load, and what others did meanwhile, read at both ends and never between them: the runner has
 * the generator's CPU, and whoever looks four times a second makes four requests a second late.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import type { ServerProcess } from '../contenders/server-process.ts'
import { TrialFailure, type TrialPhase } from '../contenders/trial-failure.ts'
import type { LoadReport, LoadWatch } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import { NoiseMeter, noiseReason } from '../machine/noise.ts'
import { cpuSeconds, processTree } from '../machine/processes.ts'
import { assertAtHome } from '../measure/assert-at-home.ts'

export interface Watched<T> {
  report: T
  /** CPU seconds of the server's processes in the window; null where nobody tells. */
  cpuSeconds: number | null
  /** What others did on these CPUs, if it was much. */
  noise: string | null
}

/**
 * @param load starts it; its events open and close the window
 * @param reportOf what is known of the window of what it reports
 * @throws TrialFailure where the server ends, computes elsewhere, or the generator fails
 */
export async function watchEnds<T>(
  phase: TrialPhase,
  server: ServerProcess,
  pinning: Pinning,
  load: (watch: LoadWatch) => Promise<T>,
  reportOf: (report: T) => Pick<LoadReport, 'seconds' | 'cpuSeconds'>,
): Promise<Watched<T>> {
  const meter = new NoiseMeter([...(pinning.server ?? []), ...(pinning.generator ?? [])])
  const tree = await processTree(server.pid)
  let runner = process.cpuUsage()
  let before: number | null = null
  let after: number | null = null
  const loading = load({
    started() {
      runner = process.cpuUsage()
      meter.begin()
      before = cpuSeconds(tree)
    },
    ended() {
      after = cpuSeconds(tree)
      meter.end()
      runner = process.cpuUsage(runner)
    },
  })
  const report = await guarded(phase, server, loading)
  const used = before === null || after === null ? null : Math.max(0, after - before)
  const { seconds, cpuSeconds: generator } = reportOf(report)
  const { server: cpus } = pinning
  if (cpus) assertAtHome(phase, await server.everyProcess(), cpus, seconds, used ?? 0)
  const noise = noiseReason(meter.noise((used ?? 0) + generator + (runner.user + runner.system) / 1e6))
  return { report, cpuSeconds: used, noise }
}

/** Waits for a load, which is over in any case then: other servers' loads come from the same generator. */
async function guarded<T>(phase: TrialPhase, server: ServerProcess, loading: Promise<T>): Promise<T> {
  const named = loading.catch((error) => {
    throw new TrialFailure('generator', messageOf(error))
  })
  named.catch(() => {})
  try {
    return await Promise.race([named, server.exited])
  } catch (error) {
    if (error instanceof TrialFailure) throw error
    throw new TrialFailure(phase, server.withStderr(messageOf(error)))
  } finally {
    await loading.catch(() => {})
  }
}
