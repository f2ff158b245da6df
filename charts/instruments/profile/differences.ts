/** What a request costs one server more than another, part by part. */

import { isTold } from '../../../shared/stats/estimates.ts'
import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { ProfiledProcess } from './format.ts'
import { PART_NAMES, type Part } from './parts.ts'
import { type PackageEstimate, type Profiled, packagesOf, partOf } from './summary.ts'

export interface PartDifference {
  part: Part
  /** µs a request of each. */
  own: number
  other: number
  /** The one less the other, paired within each round. */
  difference: Estimate
  /** Whether the interval leaves out zero. */
  isTold: boolean
  /** Those of the part, the most first. */
  packages: PackageEstimate[]
  otherPackages: PackageEstimate[]
}

/** All parts that one of both has, the largest difference first. */
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
      isTold: isTold(difference),
      packages: own as PackageEstimate[],
      otherPackages: others as PackageEstimate[],
    }
  })
    .filter((each) => each.own > 0 || each.other > 0)
    .sort((a, b) => Math.abs(b.difference.value) - Math.abs(a.difference.value))
}

/** Of everything together. */
export function totalDifference(server: Profiled, other: Profiled): Estimate {
  return pairedDifference(server, other, ({ parts }) => PART_NAMES.reduce((sum, part) => sum + parts[part], 0))
}

/** Both were profiled in each round: what the machine did in it falls on both. */
function pairedDifference(server: Profiled, other: Profiled, value: (process: ProfiledProcess) => number): Estimate {
  const rounds = Math.min(server.processes.length, other.processes.length)
  return meanEstimate(
    Array.from({ length: rounds }, (_, i) => {
      const [one, two] = [server.processes[i], other.processes[i]] as [ProfiledProcess, ProfiledProcess]
      return value(one) - value(two)
    }),
  )
}
