/** How servers were counted beside their variants, in one line. */
import { plural } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { significant } from '../text/numbers.ts'

export function countingText({
  startedAt,
  processes,
  seed,
  counting,
}: {
  startedAt: string
  processes: number
  seed: number
  counting: Counting | null
}): string {
  const date = startedAt.slice(0, 10)
  if (counting === null) return `${date} · observed only: no instructions were counted`
  const { counter, counterVersion, requests, shortestWarmUp } = counting
  return [
    date,
    `counted by ${counter} (${counterVersion})`,
    `${plural(processes, 'process', 'processes')} each × ${significant(requests, 3)} requests, one at a time`,
    `after ${significant(shortestWarmUp, 3)} of warm-up by eager compilers`,
    `nextTick map pinned`,
    `seed ${seed}`,
  ].join(' · ')
}
