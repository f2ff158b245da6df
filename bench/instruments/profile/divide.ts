/**
 * Divides the CPU time of a window among the parts. What JavaScript had is told by the samples; what ran outside of it is told
 * by the kernel, since V8 holds a thread for idle whenever no JavaScript runs, also while the kernel reads and writes for it.
 */
import type { PackageTime } from '../../../charts/instruments/profile/format.ts'
import { PART_NAMES, type Part } from '../../../charts/instruments/profile/parts.ts'
import { PLACES } from '../../../charts/instruments/profile/rules.ts'
import { type Attributed, byPackage, isIdle } from './attribute.ts'

/** What the kernel says of the thread that runs the JavaScript, in µs of the window. */
export interface Awake {
  cpu: number
  /** Could have run, and did not: samples count this time like the other. */
  waiting: number
}

export interface Divided {
  /** µs of CPU time of the first thread, which they sum up to. */
  parts: Record<Part, number>
  packages: PackageTime[]
  /** µs of CPU time for a µs of samples. */
  scale: number
  /** µs of the samples taken for idle in which the thread was at work all the same. */
  busyIdle: number
}

/**
 * @param attributed all functions of a profile that was cut to the window
 * @param awake of the same window
 */
export function divide(attributed: readonly Attributed[], awake: Awake): Divided {
  const busy = attributed.filter(({ node }) => !isIdle(node))
  const sum = (list: readonly Attributed[]) => list.reduce((total, { self }) => total + self, 0)
  const sampled = sum(busy)
  const idle = sum(attributed) - sampled
  const busyIdle = Math.min(idle, Math.max(0, awake.cpu + awake.waiting - sampled))
  const all = sampled + busyIdle
  const scale = all === 0 ? 0 : awake.cpu / all
  const packages = new Map<string, PackageTime>()
  const outside: PackageTime = { package: PLACES.native, part: 'outside', time: busyIdle }
  for (const each of [...byPackage(busy), outside]) {
    const key = `${each.package}\0${each.part}`
    packages.set(key, { ...each, time: (packages.get(key)?.time ?? 0) + each.time * scale })
  }
  const parts = emptyParts()
  for (const { part, time } of packages.values()) parts[part] += time
  return { parts, packages: [...packages.values()].sort((a, b) => b.time - a.time), scale, busyIdle }
}

export function emptyParts(): Record<Part, number> {
  return Object.fromEntries(PART_NAMES.map((part) => [part, 0])) as Record<Part, number>
}
