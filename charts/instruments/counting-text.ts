/** How servers were counted beside their variants, in one line. */
import { plural } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { significant } from '../text/numbers.ts'

export function countingText({
  startedAt,
  processes,
  seed,
  counting: { counter, counterVersion, requests, shortestWarmUp },
}: {
  startedAt: string
  processes: number
  seed: number
  counting: Counting
}): string {
  return [
    startedAt.slice(0, 10),
    `counted by ${counter} (${counterVersion})`,
    `${plural(processes, 'pair')} of processes × ${significant(requests, 3)} requests, one at a time`,
    `after ${significant(shortestWarmUp, 3)} of warm-up by eager compilers`,
    `nextTick map pinned`,
    `seed ${seed}`,
  ].join(' · ')
}
