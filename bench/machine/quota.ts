/** The CPU quota of this process's control groups, by which a container is limited. */
import { join } from 'node:path'
import { sum } from '../../shared/stats/statistics.ts'
import { contentsOf } from '../processes/proc.ts'

const ROOT = '/sys/fs/cgroup'

/**
 * Returns the directories of the control groups that limit the CPU time of a process, the innermost first, of both versions.
 * @param groups contents of `/proc/<pid>/cgroup`
 */
export function cpuGroups(groups: string): string[] {
  return groups.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (path === undefined) return []
    if (controllers === '') return withParents(ROOT, path)
    return controllers?.split(',').includes('cpu') ? withParents(join(ROOT, 'cpu'), path) : []
  })
}

function withParents(root: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..')
  return Array.from({ length: names.length + 1 }, (_, up) =>
    join(root, ...names.slice(0, names.length - up)),
  )
}

const ownGroups = () => cpuGroups(contentsOf('/proc/self/cgroup'))

/** Returns the container's CPU limit: µs of CPU time and µs of the period; null without one. */
export function cpuQuota(groups = ownGroups()): string | null {
  const quotas = groups.flatMap((group) => {
    const [time, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) =>
      contentsOf(join(group, file)).trim(),
    )
    return (
      contentsOf(join(group, 'cpu.max')).trim() || (Number(time) > 0 ? `${time} ${period}` : [])
    )
  })
  return quotas.find((quota) => !quota.startsWith('max')) ?? quotas[0] ?? null
}

/** Returns how often the kernel has stopped these groups since their CPU quota was used up. */
export function quotaStops(groups = ownGroups()): number {
  return sum(groups, (group) =>
    Number(/^nr_throttled (\d+)$/m.exec(contentsOf(join(group, 'cpu.stat')))?.[1] ?? 0),
  )
}
