/** CPU affinity of processes, from the kernel. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseCpuList } from './cpus.ts'

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
    const others = allowedCpus(pid).filter((cpu) => !cpus.includes(cpu))
    if (others.length > 0) return { pid, command: commandOf(pid), cpus: [...new Set(others)] }
  }
  return null
}

/** Returns the CPUs allowed to the threads of a process; empty if it has ended or the kernel does not report them. */
function allowedCpus(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      return parseCpuList(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '')
    })
  } catch {
    return []
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return 'ended process'
  }
}
