/** Bytes that a schema retains, and instructions to build and use one. */
import { COUNTS, slope } from '../../../charts/instruments/heap/format.ts'
import { HEAP, scenarioSource } from '../../folders/servers.ts'
import { processMetric } from '../metric.ts'
import { heapOf, instructionsOf } from './measure.ts'

export default processMetric({
  // Of equal comparisons drawn from the stored bytes of all libraries on Node, none in 1,000 differs by more with confidence.
  threshold: 0.005,
  ...{ exact: false, larger: 'larger', counts: false },
  files: (folder) => (scenarioSource(folder, HEAP) ? [HEAP] : []),
  how: ({ processes }) =>
    `${processes} fresh processes of each, interleaved, with ${COUNTS.join(' and ')} schemas`,
  async figures({ server }, { counter }) {
    const bytes = slope((await heapOf(server)).heaps.user?.used ?? [])
    const built = counter && slope(await instructionsOf(counter, server))
    return { 'schema, bytes': bytes, ...(built && { 'schema construction, instructions': built }) }
  },
})
