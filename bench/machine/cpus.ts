/** Assigns CPUs to the server, the load generator and the runner. */
import { spawnSync } from 'node:child_process'
import { onPath } from '../../shared/basics/on-path.ts'
import type { Environment } from '../../shared/format/format.ts'
import { contentsOf } from '../processes/proc.ts'
import { cpuQuota } from './quota.ts'

export type Pinning = Environment['pinning']

/**
 * Assigns one CPU to the server, and the others to generator and runner. SMT siblings of the server's CPU stay idle if that
 * leaves the generator a CPU. Pins nothing if no CPU is left for the generator.
 */
export function planPinning(
  allowed: readonly number[],
  siblingsOf: (cpu: number) => number[],
): Pinning {
  const server = allowed.slice(-1)
  const others = allowed.slice(0, -1)
  if (others.length === 0) return unpinned('there is only one CPU')
  const siblings = server.flatMap(siblingsOf)
  const otherCores = others.filter((cpu) => !siblings.includes(cpu))
  return { server, generator: otherCores.length > 0 ? otherCores : others, note: null }
}

/**
 * Assigns CPUs to each worker of a server, and at least as many others to the load generator. No worker shares a core with the
 * generator. Each has a core of its own where the generator still gets as many cores.
 * @returns CPUs of separate cores come first: `n` workers take the first `n`
 */
export function planWorkers(
  allowed: readonly number[],
  siblingsOf: (cpu: number) => number[],
  workers: number,
): Pinning {
  const cores = [...Map.groupBy(allowed, (cpu) => Math.min(...siblingsOf(cpu))).values()]
  const isApart = cores.length >= 2 * workers
  let taken = 0
  for (let cpus = 0; cpus < workers && taken < cores.length; taken++)
    cpus += isApart ? 1 : (cores.at(-1 - taken)?.length ?? 0)
  const first = cores.length - taken
  const server = threadByThread(cores.slice(first)).slice(0, workers)
  const generator = threadByThread(cores.slice(0, first))
  if (generator.length >= workers) return { server, generator, note: null }
  return tooFew(workers)
}

/** Returns the first CPU of each core, then the second ones. */
function threadByThread(cores: readonly (readonly number[])[]): number[] {
  const threadsPerCore = Math.max(0, ...cores.map(({ length }) => length))
  return Array.from({ length: threadsPerCore }, (_, i) =>
    cores.flatMap((core) => core[i] ?? []),
  ).flat()
}

/** CPUs allowed before this process pinned itself: a later run must not see its own pinning. */
let allowed: number[] | undefined

/**
 * Returns the pinning for this machine. Call it before the process pins itself.
 * @param workers of each server
 */
export function detectPinning(workers = 1): Pinning {
  if (process.platform !== 'linux') return unpinned(`CPUs cannot be pinned on ${process.platform}`)
  if (!onPath('taskset')) return unpinned('there is no taskset (Debian: util-linux)')
  if (workers === 1) return planPinning(ownCpus(), siblingsOf)
  return workers > mostWorkers() ? tooFew(workers) : planWorkers(ownCpus(), siblingsOf, workers)
}

const tooFew = (workers: number) =>
  unpinned(`${workers} workers need a CPU each, and their load generator as many, of other cores`)

/** Returns how many workers leave the load generator as many CPUs; 0 where processes cannot be pinned. */
export function mostWorkers(granted = grantedCpus(cpuQuota())): number {
  if (!detectPinning().server) return 0
  return Math.max(1, Math.floor(Math.min(ownCpus().length, granted) / 2))
}

/** Returns the CPUs of a trial: those that it is pinned to, or the only one that this process may use. */
export function trialCpus({ server, generator }: Pinning, own = ownCpus()): number[] {
  const pinned = [...(server ?? []), ...(generator ?? [])]
  return pinned.length === 0 && own.length === 1 ? own : pinned
}

function ownCpus(): number[] {
  allowed ??= allowedCpus(contentsOf('/proc/self/status'))
  return allowed
}

function unpinned(note: string): Pinning {
  return { server: null, generator: null, note }
}

/** Returns the number of physical cores among CPUs. */
export const coresAmong = (cpus: readonly number[]): number =>
  new Set(cpus.map((cpu) => Math.min(...siblingsOf(cpu)))).size

function siblingsOf(cpu: number): number[] {
  return parseCpuList(
    contentsOf(`/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`) || String(cpu),
  )
}

/** @param status contents of `/proc/<pid>/status` */
export function allowedCpus(status: string): number[] {
  return parseCpuList(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '')
}

/** Parses the kernel's CPU list format: `0-2,5` is 0, 1, 2 and 5. */
export function parseCpuList(list: string): number[] {
  return list
    .trim()
    .split(',')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })
}

/**
 * Returns the number of CPUs that a container may use, at least one; Infinity without a limit.
 * @param quota the kernel's `cpu.max`: µs of CPU time and µs of the period, such as `200000 100000`; null without one
 */
export function grantedCpus(quota: string | null): number {
  const [time = Number.NaN, period = Number.NaN] = (quota ?? '').split(' ').map(Number)
  return time > 0 && period > 0 ? Math.max(1, Math.floor(time / period)) : Number.POSITIVE_INFINITY
}

/** Returns a command that runs a program on those CPUs and kills it when this process dies, even by SIGKILL. */
export function pinnedCommand(
  cpus: readonly number[] | null,
  program: string,
  args: readonly string[],
): string[] {
  const pin = cpus ? ['taskset', '--cpu-list', cpus.join(',')] : []
  const dieWithParent =
    process.platform === 'linux' && onPath('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : []
  return [...dieWithParent, ...pin, program, ...args]
}

/** Pins all threads of this process to those CPUs. */
export function pinSelf(cpus: readonly number[] | null): void {
  if (cpus)
    spawnSync('taskset', [
      '--all-tasks',
      '--cpu-list',
      '--pid',
      cpus.join(','),
      String(process.pid),
    ])
}
