/** CPU affinity of processes, from the kernel. */
import { allowedCpus } from './cpus.ts'
import { contentsOf, threadFiles } from './proc.ts'

/** A process that may run on other CPUs than its own. */
export interface Stray {
  pid: number
  /** Program name, as shortened by the kernel. */
  command: string
  /** The other CPUs. */
  cpus: number[]
}

/** Returns the first process with a thread that may run on other CPUs; null if there is none. */
export function findStray(pids: readonly number[], cpus: readonly number[]): Stray | null {
  for (const pid of pids) {
    const allowed = [...threadFiles(pid, 'status').values()].flatMap(allowedCpus)
    const others = allowed.filter((cpu) => !cpus.includes(cpu))
    if (others.length === 0) continue
    const command = contentsOf(`/proc/${pid}/comm`).trim() || 'ended process'
    return { pid, command, cpus: [...new Set(others)] }
  }
  return null
}
