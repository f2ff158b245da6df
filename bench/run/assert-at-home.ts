/** A server may use only its own CPUs. One that runs elsewhere, or uses more CPU time than they provide, is disqualified. */

import { allowedCpus } from '../machine/cpus.ts'
import { contentsOf, threadFiles } from '../processes/proc.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'

/**
 * Tolerance of the CPU-time check: seconds, since the kernel accounts in ticks of 10 ms per process, and a share, since the
 * ends of the window are not read at the same instant.
 */
const SLACK_SECONDS = 0.05
const SLACK_SHARE = 0.05

interface Window {
  /** All processes of the server. */
  pids: readonly number[]
  /** The server's CPUs. */
  cpus: readonly number[]
  seconds: number
  /** CPU seconds of the server's processes. */
  used: number
}

/** @throws TrialFailure naming a process that may run on another CPU, or if the CPUs cannot have provided that much time */
export function assertAtHome(phase: TrialPhase, { pids, cpus, seconds, used }: Window): void {
  for (const pid of pids) {
    const allowed = new Set([...threadFiles(pid, 'status').values()].flatMap(allowedCpus))
    const others = [...allowed.difference(new Set(cpus))]
    if (others.length === 0) continue
    const command = contentsOf(`/proc/${pid}/comm`).trim() || 'ended process'
    const where = `on CPU ${others.join(', ')}, but the server has only CPU ${cpus.join(', ')}`
    const what = `its process ${command} (pid ${pid}) may run ${where}`
    throw new TrialFailure(phase, `${what}: it must not change its affinity`)
  }
  if (used <= cpus.length * seconds * (1 + SLACK_SHARE) + SLACK_SECONDS) return
  const percent = (share: number) => `${Math.round(share * 100)}%`
  const what = `its processes used ${percent(used / seconds)} of a CPU, more than the ${percent(cpus.length)} of its CPUs`
  throw new TrialFailure(phase, `${what}: part of its work runs on other CPUs`)
}
