/** What is said of latencies in a terminal and on a page alike. */
import type { SearchStep } from './latency.ts'

/** `4 of 5 passed`; nothing where it was not tried. */
export function passedText(steps: readonly Pick<SearchStep, 'passed'>[]): string {
  return steps.length === 0 ? '' : `${steps.filter(({ passed }) => passed).length} of ${steps.length} passed`
}
