/** What follows from the started processes of a server: medians, since times to start are skewed to the right. */
import { knownMiddle, middleOf } from './middle.ts'
import type { StartSummary, Starts } from './startup.ts'

/** Null where no process was timed. */
export function summarizeStarts({ processes, counted }: Pick<Starts, 'processes' | 'counted'>): StartSummary | null {
  if (processes.length === 0) return null
  return {
    seconds: middleOf(processes.map(({ seconds }) => seconds)),
    listening: middleOf(processes.map(({ listening }) => listening)),
    cpuSeconds: knownMiddle(processes.map(({ cpuSeconds }) => cpuSeconds)),
    memory: knownMiddle(processes.map(({ memory }) => memory)),
    javascript: knownMiddle(counted.map(({ javascript }) => javascript)),
    instructions: knownMiddle(counted.map(({ javascript, others }) => javascript + others)),
  }
}
