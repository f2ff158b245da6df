/** Summarizes profiled processes of a server: means with Student's t intervals, and shares scaled to the plain process. */
import type { Estimate } from '../../../shared/stats/estimate.ts'
import { meanEstimate } from '../../../shared/stats/intervals.ts'
import type { ProfiledProcess, ProfiledServer } from './format.ts'
import { PART_NAMES, type Part } from './parts.ts'

/** A server that was not disqualified and has at least one process. */
export type Profiled = Omit<ProfiledServer, 'refusal'>

/** Returns the servers with figures, the cheapest first. */
export function profiledServers({ servers }: { servers: readonly ProfiledServer[] }): Profiled[] {
  return servers
    .filter(({ refusal, processes }) => refusal === null && processes.length > 0)
    .sort((a, b) => plainOf(a).value - plainOf(b).value || (a.name < b.name ? -1 : 1))
}

/** Returns µs of CPU time per request without the profiler. */
export function plainOf({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map(({ plain }) => plain))
}

/** Returns the CPU time under the profiler, relative to that without it. */
export function profiledToPlain({ processes }: Pick<Profiled, 'processes'>): number {
  return meanEstimate(processes.map((process) => 1 / scaleOf(process))).value
}

/** Returns a part's µs per request: its share of the profile, of the CPU time without the profiler. */
export function partOf({ processes }: Pick<Profiled, 'processes'>, part: Part): Estimate {
  return meanEstimate(processes.map((process) => process.parts[part] * scaleOf(process)))
}

function scaleOf({ plain, parts }: ProfiledProcess): number {
  return plain / PART_NAMES.reduce((sum, part) => sum + parts[part], 0)
}

/** A package's µs per request in a part, scaled like the part. */
interface PackageEstimate extends Estimate {
  package: string
  part: Part
}

/** Returns all packages, the largest first; a package that a process lacks counts as zero there. */
export function packagesOf({ processes }: Pick<Profiled, 'processes'>): PackageEstimate[] {
  const keys = new Map(
    processes
      .flatMap(({ packages }) => packages)
      .map((each) => [`${each.package}\0${each.part}`, each] as const),
  )
  return [...keys.values()]
    .map(({ package: name, part }) => {
      const times = processes.map((process) => {
        const own = process.packages.find((each) => each.package === name && each.part === part)
        return (own?.time ?? 0) * scaleOf(process)
      })
      return { package: name, part, ...meanEstimate(times) }
    })
    .sort((a, b) => b.value - a.value || (a.package < b.package ? -1 : 1))
}
