/** A server may use only its own CPUs: one that uses others, or more CPU time than its own can provide, is disqualified. */

import { findStray } from '../host/affinity.ts'
import { TrialFailure, type TrialPhase } from '../host/trial-failure.ts'

/**
 * CPU time that a window may seem to have had beyond its length: seconds, since the kernel counts in ticks of 10 ms for each
 * process, and a share, since the ends of the window are read a moment apart.
 */
const SLACK_SECONDS = 0.05
const SLACK_SHARE = 0.05

/**
 * @param pids all processes of the server
 * @param cpus those that are its own
 * @throws TrialFailure that names a process that may run elsewhere
 */
export function assertPinned(phase: TrialPhase, pids: readonly number[], cpus: readonly number[]): void {
  const stray = findStray(pids, cpus)
  if (!stray) return
  const { pid, command } = stray
  const where = `on CPU ${stray.cpus.join(', ')}, where the server has CPU ${cpus.join(', ')}`
  throw new TrialFailure(phase, `its process ${command} (pid ${pid}) may run ${where}: it must not change its affinity`)
}

/**
 * @param used CPU seconds of the server's processes in a window of so many seconds
 * @throws TrialFailure where its CPUs have not as much
 */
export function assertWithinCpus(phase: TrialPhase, used: number, seconds: number, cpus: readonly number[]): void {
  if (used <= cpus.length * seconds * (1 + SLACK_SHARE) + SLACK_SECONDS) return
  const percent = (share: number) => `${Math.round(share * 100)}%`
  const what = `its processes used ${percent(used / seconds)} of a CPU, and its CPUs have ${percent(cpus.length)}`
  throw new TrialFailure(phase, `${what}: a part of its work is done elsewhere`)
}

/**
 * Both of a slice.
 * @param seconds its length, in which the server's processes used so many CPU seconds
 */
export function assertAtHome(
  phase: TrialPhase,
  pids: readonly number[],
  cpus: readonly number[],
  seconds: number,
  used: number,
): void {
  assertPinned(phase, pids, cpus)
  assertWithinCpus(phase, used, seconds, cpus)
}
