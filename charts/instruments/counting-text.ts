/** How servers were counted beside their variants, by items of one line. */
import { plural } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { significant } from '../text/numbers.ts'

interface Counted {
  processes: number
  seed: number
  counting: Counting | null
}

export function countingText({ processes, seed, counting }: Counted): string[] {
  if (counting === null) return ['observed only: no instructions were counted']
  const { counter, counterVersion, requests, shortestWarmUp, longestWarmUp } = counting
  const warmUp = new Set([shortestWarmUp, longestWarmUp].map((count) => significant(count, 3)))
  return [
    `counted by ${counter} (${counterVersion})`,
    `${plural(processes, 'process', 'processes')} each × ${significant(requests, 3)} requests, one at a time`,
    `after ${[...warmUp].join(' to ')} of warm-up by eager compilers`,
    'nextTick map pinned',
    `seed ${seed}`,
  ]
}
