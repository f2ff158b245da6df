/** Invented latencies for tests. */

import type { Sample, Subject } from '../format/measurement.ts'
import { type LoadValues, ratePart } from '../probes/latency.ts'
import { sampleSubject } from './measurements.ts'

type Change = Partial<LoadValues> & { maximum?: number; stalls?: number }

/** Returns the values of a process at a rate, without caveats. @param p50 ms; null if the rate was not loaded */
export function sampleLoad(
  rate: number,
  p50: number | null,
  { maximum = 40_000, stalls = 0, ...change }: Change = {},
): Sample['values'] {
  const process = { rate, maximum, stalls }
  if (p50 === null) return process
  const load: Partial<LoadValues> = {
    scheduled: 1_000,
    completed: 1_000,
    failed: 0,
    unsent: 0,
    backlogGrowth: 0,
    p50,
    p90: 2 * p50,
    p99: 4 * p50,
    generatorPart: 0.01,
    cpu: 50,
    noise: null,
    ...change,
  }
  return { ...process, ...load }
}

/** Returns the parts of a server, one per rate, from the values of each process at its rates. */
export function sampleRates(
  name: string,
  processes: readonly (readonly Sample['values'][])[],
  more: Partial<Subject> = {},
): Subject[] {
  return [...Map.groupBy(processes.flat(), ({ rate }) => Number(rate))].map(([rate, values]) =>
    sampleSubject(name, values, { ...more, part: ratePart(rate) }),
  )
}
