/**
 * Processes of a trial: the tree, its resources, and its end. On Linux `/proc` is read directly: running `ps` four times a
 * second would take CPU time from the load generator. Elsewhere libraries query the system.
 */
import { existsSync, readlinkSync, writeFileSync } from 'node:fs'
import pidtree from 'pidtree'
import { onPath } from '../../shared/basics/on-path.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { contentsOf, entriesOf, processStat, threadFiles } from './proc.ts'

const linux = process.platform === 'linux'
/** Environment variable that marks the processes of a trial, even after their parent has ended. */
export const TRIAL_TAG = 'BENCH_TRIAL'

/** Returns the pids of the process and all its descendants. */
export async function processTree(pid: number): Promise<number[]> {
  return linux ? treeInProc(pid) : pidtree(pid, { root: true }).catch(() => [])
}

function treeInProc(pid: number): number[] {
  const tree = [pid]
  // The array grows during the loop.
  for (const parent of tree) tree.push(...childrenOf(parent))
  return tree
}

/** Returns the pids of a process's children; empty without `/proc`. */
export function childrenOf(pid: number): number[] {
  const children = [...threadFiles(pid, 'children').values()].join(' ')
  return children.split(' ').filter(Boolean).map(Number)
}

/** Returns the CPU seconds, user and system, of the processes and their finished children; null without `/proc`. */
export function cpuSeconds(pids: readonly number[]): number | null {
  if (!linux) return null
  // The time of an ended process is in its parent's.
  return sum(pids.map(processStat), (stat) =>
    stat ? stat.cpuSeconds + stat.childrenCpuSeconds : 0,
  )
}

/** Returns the sum of the peak resident set sizes, in bytes; null without `/proc`. */
export function peakMemory(pids: readonly number[]): number | null {
  return linux ? memoryOf(pids, 'VmHWM') : null
}

/** Sets the peak resident set sizes to the current ones, where the kernel can: `proc_pid_clear_refs(5)`. */
export function resetPeakMemory(pids: readonly number[]): void {
  const files = pids.map((pid) => `/proc/${pid}/clear_refs`)
  for (const file of files.filter(existsSync)) writeFileSync(file, '5')
}

/** Returns the sum of the current resident set sizes, in bytes; null if the processes have ended or without `/proc`. */
export function residentMemory(pids: readonly number[]): number | null {
  return linux ? memoryOf(pids, 'VmRSS') || null : null
}

/** @param field of `/proc/<pid>/status` */
function memoryOf(pids: readonly number[], field: 'VmHWM' | 'VmRSS'): number {
  const pattern = new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm')
  const kilobytes = (pid: number) =>
    Number(pattern.exec(contentsOf(`/proc/${pid}/status`))?.[1] ?? 0)
  return sum(pids, kilobytes) * 1024
}

/** Returns the files, as in `openFiles`, of the sockets that listen on that TCP port; empty if the kernel does not report them. */
export function listenersOn(port: number): Set<string> {
  return new Set(sockets(LISTEN).flatMap((socket) => (socket.port === port ? socket.file : [])))
}

/** Returns whether one of the processes listens on that TCP port; true if the kernel does not report listeners. */
export function listensOn(pids: readonly number[], port: number): boolean {
  const listeners = sockets(LISTEN).filter((socket) => socket.port === port)
  return listeners.length === 0 || portsOf(pids, listeners).length > 0
}

/** Returns the number of connections to that TCP port which the processes have accepted; 0 without `/proc`. */
export function connectionsTo(pids: readonly number[], port: number): number {
  const accepted = sockets(ESTABLISHED).filter((socket) => socket.port === port)
  return portsOf(pids, accepted).length
}

/** Returns the TCP ports on which the processes listen; empty if the kernel does not report them. */
export function listeningPorts(pids: readonly number[]): number[] {
  return portsOf(pids, sockets(LISTEN))
}

/** Returns whether a socket listens on that TCP port of all addresses; false without `/proc`. */
export function isOpenToAll(port: number): boolean {
  return sockets(LISTEN).some((socket) => socket.port === port && /^0+$/.test(socket.address))
}

/** States of sockets in proc_net_tcp(5). */
const LISTEN = '0A'
const ESTABLISHED = '01'

interface LocalSocket {
  /** Hexadecimal; zeros stand for all addresses. */
  address: string
  port: number
  /** Link target in `/proc/<pid>/fd`. */
  file: string
}

function portsOf(pids: readonly number[], candidates: readonly LocalSocket[]): number[] {
  const files = new Set(pids.flatMap(openFiles))
  return candidates.filter(({ file }) => files.has(file)).map(({ port }) => port)
}

function sockets(state: string): LocalSocket[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    contentsOf(table)
      .split('\n')
      // A fast filter, since there may be thousands of sockets.
      .filter((line) => line.includes(` ${state} `))
      .map((line) => line.trim().split(/\s+/))
      // Columns of proc_net_tcp: 1 is the local address, 3 the state 9 the inode.
      .filter((columns) => columns[3] === state)
      .map((columns) => {
        const [address = '', port = ''] = columns[1]?.split(':') ?? []
        return { address, port: Number.parseInt(port, 16), file: `socket:[${columns[9]}]` }
      }),
  )
}

/** Returns the targets of the links in `/proc/<pid>/fd`. */
export function openFiles(pid: number): string[] {
  return entriesOf(`/proc/${pid}/fd`).flatMap((file) => targetOf(`/proc/${pid}/fd/${file}`))
}

/** Returns a link's target; empty if it is gone, like that of a connection that has just closed. */
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
    // EPERM: the process exists but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!linux) return true
  const state = processStat(pid)?.state
  return state !== undefined && state !== 'Z'
}

/**
 * Returns a command whose processes bear the tag in their limit of file locks too, which Linux ignores since version 2.4. They
 * inherit it without the environment, and cannot raise it again.
 */
export function taggedCommand(tag: string, command: readonly string[]): string[] {
  const isFree = /^Max file locks +unlimited +unlimited/m.test(contentsOf('/proc/self/limits'))
  return isFree && onPath('prlimit')
    ? ['prlimit', `--locks=${limitOf(tag)}`, ...command]
    : [...command]
}

/** @param tag a UUID, of which 48 bits are taken */
const limitOf = (tag: string) => Number.parseInt(tag.replaceAll('-', '').slice(0, 12), 16)

/** Returns the living processes with the tag, whatever their parent; empty outside Linux. */
export function taggedProcesses(tag: string): number[] {
  return everyPid().filter((pid) => pid !== process.pid && isTagged(pid, tag) && isAlive(pid))
}

export function isTagged(pid: number, tag: string): boolean {
  const locks = /^Max file locks +(\d+)/m.exec(contentsOf(`/proc/${pid}/limits`))?.[1]
  return (
    Number(locks) === limitOf(tag) ||
    contentsOf(`/proc/${pid}/environ`).split('\0').includes(`${TRIAL_TAG}=${tag}`)
  )
}

/** Returns all pids; empty outside Linux. */
export function everyPid(): number[] {
  return linux
    ? entriesOf('/proc')
        .map(Number)
        .filter((pid) => pid > 0)
    : []
}

/** Sends the signal; ignores a process that has ended. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

const tracked = new Map<number, string | undefined>()

/** Registers a process group to be killed when this process ends. */
export function track(leader: number, tag?: string): void {
  tracked.set(leader, tag)
}

export function untrack(leader: number): void {
  tracked.delete(leader)
}

/** Returns the living processes of the group; the group itself (a negative pid) if the system does not list them. */
export function groupProcesses(leader: number): number[] {
  // A negative pid is the process group.
  if (!linux) return isAlive(-leader) ? [-leader] : []
  return everyPid().filter((pid) => processStat(pid)?.group === leader && isAlive(pid))
}

/** Limit for a process that forks faster than it can be killed. */
const MAX_PASSES = 20

/** Kills a process group, and processes outside of it with the tag. */
export function killGroup(leader: number, tag?: string): void {
  // A negative pid is the process group.
  kill(-leader)
  // Another pass finds processes forked during the listing.
  for (let pass = 0; tag && pass < MAX_PASSES; pass++) {
    const stragglers = taggedProcesses(tag)
    if (stragglers.length === 0) break
    for (const straggler of stragglers) kill(straggler)
  }
}

/** Kills all tracked groups and their descendants, synchronously; for the exit of this process. */
export function killTracked(): void {
  for (const [leader, tag] of tracked) {
    const tree = linux ? treeInProc(leader) : []
    killGroup(leader, tag)
    for (const pid of tree) kill(pid)
  }
  tracked.clear()
}
