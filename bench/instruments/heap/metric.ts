/** Bytes that a schema retains, and instructions to build and use one. */
import { COUNTS, summarizeHeap } from '../../../charts/instruments/heap/format.ts'
import { HEAP, scenarioSource } from '../../host/servers.ts'
import { bothSides, type Metric, rowOf } from '../metric.ts'
import { measureProcesses } from '../processes.ts'
import { heapOf, instructionsOf } from './measure.ts'

export default {
  // Of equal comparisons drawn from the stored bytes of all libraries on Node, none in 1,000 differs by more with confidence.
  threshold: 0.005,
  ...{ exact: false, larger: 'larger', counts: false },
  fits: (folder) => scenarioSource(folder, HEAP) !== undefined,
  async measure({ servers, counter, processes, lanes }) {
    const sides = bothSides(
      await measureProcesses({
        ...{ servers: servers(HEAP), processes, lanes, seed: 1 },
        async measure(library) {
          const bytes = summarizeHeap([await heapOf(library)])?.user.used.median ?? 0
          return { bytes, built: counter && perSchema(await instructionsOf(counter, library)) }
        },
        line: ({ bytes }) => `${Math.round(bytes)} bytes per schema`,
      }),
    )
    const row = (name: string, figure: 'bytes' | 'built') => rowOf(name, sides, (process) => process[figure] ?? 0)
    return {
      how: `${processes} fresh processes of each, interleaved, with ${COUNTS.join(' and ')} schemas`,
      rows: [row('schema, bytes', 'bytes'), ...(counter ? [row('schema construction, instructions', 'built')] : [])],
    }
  },
} satisfies Metric as Metric

/** @param instructions of processes with so many schemas as `COUNTS` */
function perSchema(instructions: readonly number[]): number {
  const [least, most] = [instructions[0], instructions.at(-1)] as [number, number]
  return (most - least) / ((COUNTS.at(-1) as number) - (COUNTS[0] as number))
}
