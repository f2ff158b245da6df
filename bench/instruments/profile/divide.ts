/**
 * Divides the CPU time of a window among the parts. The samples give JavaScript's time. Time outside of JavaScript comes from
 * the kernel's accounting, since V8 considers a thread idle whenever no JavaScript runs, even if the kernel does I/O for it.
 */
import type { PackageTime } from '../../../charts/instruments/profile/format.ts'
import { PART_NAMES, type Part } from '../../../charts/instruments/profile/parts.ts'
import { PLACES } from '../../../charts/instruments/profile/rules.ts'
import { type Attributed, byPackage, isIdle } from './attribute.ts'

/** The kernel's accounting of the JavaScript thread, in µs of the window. */
export interface Awake {
  cpu: number
  /** In the run queue; samples count this time, too. */
  waiting: number
}

export interface Divided {
  /** CPU time of the JavaScript thread in µs; the parts add up to it. */
  parts: Record<Part, number>
  packages: PackageTime[]
  /** CPU time per sampled time. */
  scale: number
  /** Idle samples, in µs, during which the thread was in fact on a CPU. */
  busyIdle: number
}

/**
 * @param attributed functions of a profile that was cut to the window
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
