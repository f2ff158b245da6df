/**
 * A trial's processes: the tree below one, what it uses, and its end. On Linux `/proc` is read directly, since listing
 * processes with `ps` four times a second would take CPU time from the load generator; elsewhere libraries ask the system.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import pidtree from 'pidtree'
import { processStat } from './process-stat.ts'

const linux = process.platform === 'linux'
/** Name of the environment variable by which a trial's processes are known even after their parent is gone. */
export const TRIAL_TAG = 'BENCH_TRIAL'

/** The process and all below it. */
export async function processTree(pid: number): Promise<number[]> {
  return linux ? treeInProc(pid) : pidtree(pid, { root: true }).catch(() => [])
}

function treeInProc(pid: number): number[] {
  const tree = [pid]
  // The array grows while it is walked.
  for (const parent of tree) tree.push(...childrenOf(parent))
  return tree
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** CPU seconds (user and system) that the processes and their finished children have used; `null` without `/proc`. */
export function cpuSeconds(pids: readonly number[]): number | null {
  if (!linux) return null
  // Of a process that has ended the time is in its parent's.
  return pids.map(processStat).reduce((sum, stat) => sum + (stat ? stat.cpuSeconds + stat.childrenCpuSeconds : 0), 0)
}

/** The largest resident sets that the kernel saw, summed, in bytes; `null` without `/proc`. */
export function peakMemory(pids: readonly number[]): number | null {
  if (!linux) return null
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  }
  return kilobytes * 1024
}

/** Returns whether one of the processes listens on that TCP port; true if the kernel does not report it. */
export function listensOn(pids: readonly number[], port: number): boolean {
  const listeners = linux ? listeningSockets().filter((socket) => socket.port === port) : []
  return listeners.length === 0 || portsOf(pids, listeners).length > 0
}

/** The TCP ports that the processes listen on; none where the kernel does not tell. */
export function listeningPorts(pids: readonly number[]): number[] {
  return linux ? portsOf(pids, listeningSockets()) : []
}

interface ListeningSocket {
  port: number
  /** As `/proc/<pid>/fd` names it. */
  file: string
}

function portsOf(pids: readonly number[], sockets: readonly ListeningSocket[]): number[] {
  const files = new Set(pids.flatMap(openFiles))
  return sockets.filter(({ file }) => files.has(file)).map(({ port }) => port)
}

function listeningSockets(): ListeningSocket[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      // There may be thousands of others.
      .filter((line) => line.includes(' 0A '))
      .map((line) => line.trim().split(/\s+/))
      // Columns of proc_net_tcp: 1 is the local address, 3 the state (0A listens), 9 the inode.
      .filter((columns) => columns[3] === '0A')
      .map((columns) => ({
        port: Number.parseInt(columns[1]?.split(':')[1] ?? '', 16),
        file: `socket:[${columns[9]}]`,
      })),
  )
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((file) => targetOf(`/proc/${pid}/fd/${file}`))
  } catch {
    return []
  }
}

/** Returns a link's target; nothing if it is gone, as that of a connection that has just been closed. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)]
  } catch {
    return []
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process lives, though no signal may be sent to it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!linux) return true
  const state = processStat(pid)?.state
  return state !== undefined && state !== 'Z'
}

/** Living processes that carry the tag, whatever their present parent; none outside Linux. */
export function taggedProcesses(tag: string): number[] {
  if (!linux) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${TRIAL_TAG}=${tag}`) && isAlive(pid)
        )
      } catch {
        return false
      }
    })
}

/** Ends the process at once; no error where it is gone. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

const tracked = new Map<number, string | undefined>()

/** Remembers a process group that must not outlive this process. */
export function track(leader: number, tag?: string): void {
  tracked.set(leader, tag)
}

export function untrack(leader: number): void {
  tracked.delete(leader)
}

/** Living processes of the group, whatever their present parent; where the system does not report it, the group itself. */
export function groupProcesses(leader: number): number[] {
  // A negative pid is the process group.
  if (!linux) return isAlive(-leader) ? [-leader] : []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && processStat(pid)?.group === leader && isAlive(pid))
}

/** Something that forks faster than it is killed has won. */
const MOST_LOOKS = 20

/** Kills a process group, and the processes outside of it that carry its tag. */
export function killGroup(leader: number, tag?: string): void {
  // A negative pid is the process group.
  kill(-leader)
  // What forks while the processes are listed is found by another look.
  for (let look = 0; tag && look < MOST_LOOKS; look++) {
    const stragglers = taggedProcesses(tag)
    if (stragglers.length === 0) break
    for (const straggler of stragglers) kill(straggler)
  }
}

/** Kills all that is tracked and what is below it, at once: for this process's own end, in whatever way it comes. */
export function killTracked(): void {
  for (const [leader, tag] of tracked) {
    const tree = linux ? treeInProc(leader) : []
    killGroup(leader, tag)
    for (const pid of tree) kill(pid)
  }
  tracked.clear()
}
