/** How servers were counted beside their variants, by items of one line. */
import { plural } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { significant } from '../../shared/text/numbers.ts'

interface Counted {
  seed: number
  counting: Counting | null
}

/** @param counts instructions of each server's processes: files of several numbers of processes are published together */
export function countingText(
  { seed, counting }: Counted,
  counts: readonly (readonly number[])[],
): string[] {
  if (counting === null) return ['observed only: no instructions were counted']
  const { counter, counterVersion, requests, shortestWarmUp, longestWarmUp } = counting
  const processes = counts.map(({ length }) => length).filter((length) => length > 0)
  const [fewest, most] = [Math.min(...processes), Math.max(...processes)]
  const warmUp = new Set([shortestWarmUp, longestWarmUp].map((count) => significant(count, 3)))
  return [
    `counted by ${counter} (${counterVersion})`,
    `${fewest < most ? `${fewest} to ` : ''}${plural(most, 'process', 'processes')} each × ${significant(requests, 3)} requests, one at a time`,
    `after ${[...warmUp].join(' to ')} of warm-up by eager compilers`,
    'nextTick map pinned',
    `seed ${seed}`,
  ]
}
