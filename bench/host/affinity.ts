/** On which CPUs processes may run, as the kernel has it. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseCpuList } from './cpus.ts'

/** A process that may run on CPUs that are not its own. */
export interface Stray {
  pid: number
  /** Name of its program, as the kernel shortens it. */
  command: string
  /** Those CPUs. */
  cpus: number[]
}

/** The first of the processes of which a thread may run elsewhere than on those CPUs; `null` where none may. */
export function findStray(pids: readonly number[], cpus: readonly number[]): Stray | null {
  for (const pid of pids) {
    const others = allowedCpus(pid).filter((cpu) => !cpus.includes(cpu))
    if (others.length > 0) return { pid, command: commandOf(pid), cpus: [...new Set(others)] }
  }
  return null
}

/** Returns the CPUs allowed to the threads of a process; none if it has ended or the kernel does not report them. */
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
    return 'ended meanwhile'
  }
}
