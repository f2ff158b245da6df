/** What follows from the profiled processes of a server: means over them with Student's t intervals. */
import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { ProfiledProcess, ProfiledServer } from './format.ts'
import { MOST_UNATTRIBUTED, PART_NAMES, type Part, SAME_TOTAL } from './parts.ts'

/** A server that was not refused: it has at least one process. */
export type Profiled = Omit<ProfiledServer, 'refusal'>

export function profiledServers({ servers }: { servers: readonly ProfiledServer[] }): Profiled[] {
  return servers.filter(({ refusal, processes }) => refusal === null && processes.length > 0)
}

/** Of a part, in µs a request. */
export function partOf({ processes }: Pick<Profiled, 'processes'>, part: Part): Estimate {
  return meanEstimate(processes.map(({ parts }) => parts[part]))
}

/** All parts together, in µs a request: the CPU time of all threads under the profiler, but the profiler's own. */
export function totalOf({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map(totalOfProcess))
}

function totalOfProcess({ parts }: ProfiledProcess): number {
  return PART_NAMES.reduce((sum, part) => sum + parts[part], 0)
}

/** CPU time of a request while nothing watched, in µs. */
export function plainOf({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map(({ plain }) => plain.main + plain.others))
}

/** The total under the profiler over the CPU time without it. */
export function profiledToPlain({ processes }: Pick<Profiled, 'processes'>): Estimate {
  return meanEstimate(processes.map((process) => totalOfProcess(process) / (process.plain.main + process.plain.others)))
}

/** A package's time in a part, in µs a request. */
export interface PackageEstimate extends Estimate {
  package: string
  part: Part
}

/** Of all packages, the most first. A process that left one out had next to nothing of it. */
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

/** What is held against a profile, with the mark that it is shown by. */
const FLAWS: readonly { mark: string; meaning: string; applies(server: Profiled): boolean }[] = [
  {
    mark: '¶',
    meaning: '**not settled**: in one process or more the warm-up was not over when profiling began',
    applies: ({ processes }) => processes.some(({ settled }) => !settled),
  },
  {
    mark: '†',
    meaning: `**unattributed**: of more than ${MOST_UNATTRIBUTED * 100}% of its time no rule says what it is`,
    applies: (server) => partOf(server, 'unattributed').value > MOST_UNATTRIBUTED * totalOf(server).value,
  },
  {
    mark: '‡',
    meaning: `**changed by profiling**: under the profiler, and with little inlining, a request costs over ${SAME_TOTAL * 100}% more or less than without`,
    applies: (server) => Math.abs(profiledToPlain(server).value - 1) > SAME_TOTAL,
  },
]

/** The marks of a server's profile; empty where nothing is held against it. */
export function profileMarks(server: Profiled): string {
  return FLAWS.filter(({ applies }) => applies(server))
    .map(({ mark }) => mark)
    .join('')
}

/** For each mark that is on one of the servers its meaning, with their names, as Markdown. */
export function profileFootnotes(servers: readonly Profiled[]): string[] {
  return FLAWS.flatMap(({ mark, meaning, applies }) => {
    const names = servers.filter(applies).map(({ displayName }) => displayName)
    return names.length > 0 ? [`${mark} ${meaning}: ${names.join(', ')}`] : []
  })
}
