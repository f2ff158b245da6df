/** Differences in CPU time per request between two servers, by part. */

import { isSignificant } from '../../../shared/stats/estimates.ts'
import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { ProfiledProcess } from './format.ts'
import { PART_NAMES, type Part } from './parts.ts'
import { type PackageEstimate, type Profiled, packagesOf, partOf } from './summary.ts'

export interface PartDifference {
  part: Part
  /** µs per request of each server. */
  own: number
  other: number
  /** `own` minus `other`, paired within each round. */
  difference: Estimate
  isSignificant: boolean
  /** Packages of the part, the largest first. */
  packages: PackageEstimate[]
  otherPackages: PackageEstimate[]
}

/** Returns the parts that either server has, the largest difference first. */
export function differencesOf(server: Profiled, other: Profiled): PartDifference[] {
  const packages = [packagesOf(server), packagesOf(other)] as const
  return PART_NAMES.map((part) => {
    const difference = pairedDifference(server, other, ({ parts }) => parts[part])
    const [own, others] = packages.map((list) => list.filter((each) => each.part === part))
    return {
      part,
      own: partOf(server, part).value,
      other: partOf(other, part).value,
      difference,
      isSignificant: isSignificant(difference),
      packages: own as PackageEstimate[],
      otherPackages: others as PackageEstimate[],
    }
  })
    .filter((each) => each.own > 0 || each.other > 0)
    .sort((a, b) => Math.abs(b.difference.value) - Math.abs(a.difference.value))
}

/** Returns the difference of all parts together. */
export function totalDifference(server: Profiled, other: Profiled): Estimate {
  return pairedDifference(server, other, ({ parts }) => PART_NAMES.reduce((sum, part) => sum + parts[part], 0))
}

/** Pairs processes by round, so that the machine's speed in a round affects both servers. */
function pairedDifference(server: Profiled, other: Profiled, value: (process: ProfiledProcess) => number): Estimate {
  const rounds = Math.min(server.processes.length, other.processes.length)
  return meanEstimate(
    Array.from({ length: rounds }, (_, i) => {
      const [one, two] = [server.processes[i], other.processes[i]] as [ProfiledProcess, ProfiledProcess]
      return value(one) - value(two)
    }),
  )
}
