/** Instructions of all threads from the start to the first correct response. */
import { plural } from '../../../shared/basics/text.ts'
import type { Counter } from '../../counters/counter.ts'
import { scenarioSource } from '../../folders/servers.ts'
import { countFirstResponse, openingRequests } from '../first-response.ts'
import { processMetric } from '../metric.ts'

/** Seconds of an emulated server. */
const LIMIT = 240

export default processMetric({
  // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 200 differ by more with confidence.
  threshold: 0.005,
  ...{ exact: false, larger: 'slower', counts: true },
  files: (folder, { name }) => (scenarioSource(folder, name) ? [name] : []),
  how: ({ processes }) => `${plural(processes, 'start')} of each, interleaved, counted by QEMU`,
  async figures({ server, round, cpus }, { scenario, counter }) {
    const polling = {
      ring: openingRequests(scenario, server.manifest.wire, 1),
      first: round,
      limit: LIMIT,
    }
    return {
      'start, instructions': await countFirstResponse(counter as Counter, server, cpus, polling),
    }
  },
})
