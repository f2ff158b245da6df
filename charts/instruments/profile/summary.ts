/** Summarizes profiled processes of a server: means with Student's t intervals. */
import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { ProfiledProcess, ProfiledServer } from './format.ts'
import { MOST_UNATTRIBUTED, PART_NAMES, type Part, SAME_TOTAL } from './parts.ts'

/** A server that was not disqualified and has at least one process. */
export type Profiled = Omit<ProfiledServer, 'refusal'>

export function profiledServers({ servers }: { servers: readonly ProfiledServer[] }): Profiled[] {
  return servers.filter(({ refusal, processes }) => refusal === null && processes.length > 0)
}

/** Returns a part's µs per request. */
export function partOf({ processes }: Pick<Profiled, 'processes'>, part: Part): Estimate {
  return meanEstimate(processes.map(({ parts }) => parts[part]))
}

/** Returns the µs per request of all parts: CPU time of all threads under the profiler, except the profiler's. */
export function totalOf({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map(totalOfProcess))
}

function totalOfProcess({ parts }: ProfiledProcess): number {
  return PART_NAMES.reduce((sum, part) => sum + parts[part], 0)
}

/** Returns µs of CPU time per request without the profiler. */
export function plainOf({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map(({ plain }) => plain.main + plain.others))
}

/** Returns the total under the profiler, relative to the CPU time without it. */
export function profiledToPlain({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map((process) => totalOfProcess(process) / (process.plain.main + process.plain.others)))
}

/** A package's µs per request in a part. */
export interface PackageEstimate extends Estimate {
  package: string
  part: Part
}

/** Returns all packages, the largest first; a package that a process lacks counts as zero there. */
export function packagesOf({ processes }: Pick<Profiled, 'processes'>): PackageEstimate[] {
  const keys = new Map(
    processes.flatMap(({ packages }) => packages).map((each) => [`${each.package}\0${each.part}`, each] as const),
  )
  return [...keys.values()]
    .map(({ package: name, part }) => {
      const times = processes.map(
        ({ packages }) => packages.find((each) => each.package === name && each.part === part)?.time ?? 0,
      )
      return { package: name, part, ...meanEstimate(times) }
    })
    .sort((a, b) => b.value - a.value || (a.package < b.package ? -1 : 1))
}

/** Caveats of profiles, with their marks. */
const CAVEATS: readonly { mark: string; meaning: string; applies(server: Profiled): boolean }[] = [
  {
    mark: '¶',
    meaning: '**not settled**: in one or more processes, the warm-up had not settled when profiling began',
    applies: ({ processes }) => processes.some(({ settled }) => !settled),
  },
  {
    mark: '†',
    meaning: `**unattributed**: no rule matches more than ${MOST_UNATTRIBUTED * 100}% of its time`,
    applies: (server) => partOf(server, 'unattributed').value > MOST_UNATTRIBUTED * totalOf(server).value,
  },
  {
    mark: '‡',
    meaning: `**changed by profiling**: under the profiler and with little inlining, CPU time per request differs by over ${SAME_TOTAL * 100}%`,
    applies: (server) => Math.abs(profiledToPlain(server).value - 1) > SAME_TOTAL,
  },
]

/** Returns the marks of a server's profile; empty without caveats. */
export function profileMarks(server: Profiled): string {
  return CAVEATS.filter(({ applies }) => applies(server))
    .map(({ mark }) => mark)
    .join('')
}

/** Explains each mark that occurs, with the servers' names, as Markdown. */
export function profileFootnotes(servers: readonly Profiled[]): string[] {
  return CAVEATS.flatMap(({ mark, meaning, applies }) => {
    const names = servers.filter(applies).map(({ displayName }) => displayName)
    return names.length > 0 ? [`${mark} ${meaning}: ${names.join(', ')}`] : []
  })
}
