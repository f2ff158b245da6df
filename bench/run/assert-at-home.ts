/** A server may use only its own CPUs. One that runs elsewhere, or uses more CPU time than they provide, is disqualified. */

import { findStray } from '../host/affinity.ts'
import { TrialFailure, type TrialPhase } from '../host/trial-failure.ts'

/**
 * Tolerance of the CPU-time check: seconds, since the kernel accounts in ticks of 10 ms per process, and a share, since the
 * ends of the window are not read at the same instant.
 */
const SLACK_SECONDS = 0.05
const SLACK_SHARE = 0.05

/**
 * @param pids all processes of the server
 * @param cpus the server's CPUs
 * @throws TrialFailure naming a process whose affinity includes another CPU
 */
export function assertPinned(phase: TrialPhase, pids: readonly number[], cpus: readonly number[]): void {
  const stray = findStray(pids, cpus)
  if (!stray) return
  const { pid, command } = stray
  const where = `on CPU ${stray.cpus.join(', ')}, but the server has only CPU ${cpus.join(', ')}`
  throw new TrialFailure(phase, `its process ${command} (pid ${pid}) may run ${where}: it must not change its affinity`)
}

/**
 * @param used CPU seconds of the server's processes in a window of `seconds`
 * @throws TrialFailure if its CPUs cannot have provided that much
 */
export function assertWithinCpus(phase: TrialPhase, used: number, seconds: number, cpus: readonly number[]): void {
  if (used <= cpus.length * seconds * (1 + SLACK_SHARE) + SLACK_SECONDS) return
  const percent = (share: number) => `${Math.round(share * 100)}%`
  const what = `its processes used ${percent(used / seconds)} of a CPU, more than the ${percent(cpus.length)} of its CPUs`
  throw new TrialFailure(phase, `${what}: part of its work runs on other CPUs`)
}

/**
 * Makes both checks for a slice.
 * @param seconds duration of the slice
 * @param used CPU seconds of the server's processes in it
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
