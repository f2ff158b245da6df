/** README's example of the report's "Does it matter?", with the defaults of that page. */

import type { StoredMeasurement } from '../../shared/probe/probe.ts'
import type { Published } from '../../shared/results/published.ts'
import { rateText, significant } from '../../shared/text/numbers.ts'
import { provisionalLines } from '../text/conditions.ts'
import { answerTo, inputOf, mostOf, requestSentence, verdictText } from '../text/matter-text.ts'
import { costsIn } from './costs.ts'

const SCENARIO = 'update-user'

/** @returns empty if the costs of the two servers, or their intervals, are unknown */
export function matterText(
  published: readonly Published[],
  stored: readonly StoredMeasurement[],
): string {
  const costs = costsIn(stored, published)[SCENARIO]
  if (!costs) return ''
  const input = { first: 'fastify', second: 'express', ...inputOf(() => undefined, costs) }
  const found = answerTo(costs, [input.first, input.second], input)
  if (typeof found === 'string' || found.matter.cores.low === null) return ''
  const { matter, included } = found
  const share = `${significant(100 * mostOf(matter.cores), 2)}%`
  const isProvisional = stored.some(
    ({ file }) => file.scenario === SCENARIO && provisionalLines(file, published).length > 0,
  )
  const provisional = isProvisional ? ' (provisional: that machine failed its health check)' : ''
  return `**${input.first} or ${input.second}: does it matter at ${rateText(input.rate)} requests/s? ${verdictText(matter).word}.** ${requestSentence(matter, input)} CPU time differs by at most ${share} of a core, either way. [At this rate](charts/published/latency)${provisional}, ${included} [Enter yours](#the-report).`
}
