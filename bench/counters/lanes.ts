/** Concurrent counting of processes, and its CPUs. */
import { plural } from '../../shared/basics/text.ts'
import { grantedCpus, type Pinning } from '../machine/cpus.ts'
import { cpuQuota } from '../machine/quota.ts'

/**
 * Nothing is timed, so processes run in parallel, one per CPU.
 * @param share number of CPUs that this process may use
 */
export function lanesFor(
  pinning: Pinning,
  share = grantedCpus(cpuQuota()),
): { pinning: Pinning; lanes: (number[] | null)[] } {
  const cpus = [...(pinning.generator ?? []), ...(pinning.server ?? [])]
  if (cpus.length === 0) return { pinning, lanes: [null] }
  if (share >= cpus.length)
    return {
      pinning: { server: cpus, generator: null, note: null },
      lanes: cpus.map((cpu) => [cpu]),
    }
  // Every container sees the same CPUs, and would pin to the same ones.
  const note = `this process may use ${plural(share, 'CPU')} of ${cpus.length} that it shares`
  return {
    pinning: { server: null, generator: null, note },
    lanes: Array.from({ length: share }, () => null),
  }
}

/** Works through a list, with as many items at a time as there are lanes. */
export async function inLanes<T>(
  lanes: readonly (number[] | null)[],
  items: readonly T[],
  work: (item: T, cpus: number[] | null) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    lanes.map(async (cpus) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
        await work(item, cpus)
    }),
  ).catch((error) => {
    // The other lanes finish their current item.
    waiting.length = 0
    throw error
  })
}
