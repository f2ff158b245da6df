/** README's example of the report's "Does it matter?", with the defaults of that page. */
import type { Published } from '../../../shared/results/published.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { ratioBetween } from '../../../shared/results/summary.ts'
import { mapEstimate } from '../../../shared/stats/estimate.ts'
import { matterOf } from '../../../shared/stats/matter.ts'
import { askedOf, costAt, requestSentence, verdictText } from '../../report/client/matter-text.ts'
import { significant } from '../../text/numbers.ts'
import type { LatencyResult } from './format.ts'
import { costFactors } from './summary.ts'

const SCENARIO = 'update-user'

/** @returns empty if the two servers or their costs below the maximum are unknown */
export function matterText(published: readonly Published[], stored: readonly Stored<LatencyResult>[]): string {
  const asked = { first: 'fastify', second: 'express', ...askedOf(() => undefined) }
  const result = published.find((each) => each.result.scenario === SCENARIO)?.result
  const servers = stored.find(({ file }) => file.scenario === SCENARIO)?.file.servers ?? []
  const cpu = result?.servers.find(({ name }) => name === asked.second)?.summary?.cpuPerRequest
  const ratio = result && ratioBetween(result, asked.first, asked.second)
  if (!cpu || !ratio || servers.length === 0) return ''
  const factor = costAt(costFactors(servers), asked.rate)
  const found = matterOf({
    cpu: mapEstimate(cpu, (value) => value * factor),
    ratio: { ...ratio, value: ratio.ratio },
    ...asked,
  })
  const share = `${significant(100 * Math.abs(found.cores.value), 2)}%`
  return `**${asked.first} or ${asked.second}: does it matter at ${asked.rate} requests/s? ${verdictText(found).word}.** ${requestSentence(found, asked)} The difference is ${share} of one CPU. This includes that a request takes ${significant(factor, 2)} times the CPU time of full load [at such a rate](charts/published/latency). [The report](#the-report) does this for your servers, work and rate.`
}
