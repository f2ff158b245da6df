/**
 * Divides the CPU time of a window among packages and parts. The samples give JavaScript's time. Time outside of JavaScript
 * comes from the kernel's accounting, since V8 considers a thread idle whenever no JavaScript runs, even if the kernel does
 * I/O for it.
 */
import { NATIVE, type PackageTime } from '../../../shared/probes/profile.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { type Attributed, byPackage, isIdle } from './attribute.ts'

/** The kernel's accounting of the JavaScript thread, in µs of the window. */
export interface Awake {
  cpu: number
  /** In the run queue; samples count this time, too. */
  waiting: number
}

/**
 * @param attributed functions of a profile that was cut to the window
 * @param awake of the same window
 * @returns µs, which add up to the CPU time of the JavaScript thread
 */
export function divide(attributed: readonly Attributed[], awake: Awake): PackageTime[] {
  const busy = attributed.filter(({ node }) => !isIdle(node))
  const sampled = sum(busy, ({ self }) => self)
  const idle = sum(attributed, ({ self }) => self) - sampled
  // Of the idle samples, those during which the thread was in fact on a CPU.
  const busyIdle = Math.min(idle, Math.max(0, awake.cpu + awake.waiting - sampled))
  const scale = sampled + busyIdle === 0 ? 0 : awake.cpu / (sampled + busyIdle)
  return byPackage([
    ...busy.map(({ owner, part, self }) => ({ package: owner, part, time: self * scale })),
    { package: NATIVE, part: 'outside', time: busyIdle * scale },
  ])
}
