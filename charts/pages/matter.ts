/** README's example of the report's "Does it matter?", with the defaults of that page. */

import type { StoredMeasurement } from '../../shared/probes/probe.ts'
import type { Published } from '../../shared/results/published.ts'
import { rateText, significant } from '../../shared/text/numbers.ts'
import { answerTo, askedOf, mostOf, requestSentence, verdictText } from '../text/matter-text.ts'
import { costsIn } from './costs.ts'

const SCENARIO = 'update-user'

/** @returns empty if the costs of the two servers, or their intervals, are unknown */
export function matterText(
  published: readonly Published[],
  stored: readonly StoredMeasurement[],
): string {
  const costs = costsIn(stored, published)[SCENARIO]
  if (!costs) return ''
  const asked = { first: 'fastify', second: 'express', ...askedOf(() => undefined, costs) }
  const found = answerTo(costs, [asked.first, asked.second], asked)
  if (typeof found === 'string' || found.matter.cores.low === null) return ''
  const { matter, included } = found
  const share = `${significant(100 * mostOf(matter.cores), 2)}%`
  return `**${asked.first} or ${asked.second}: does it matter at ${rateText(asked.rate)} requests/s? ${verdictText(matter).word}.** ${requestSentence(matter, asked)} CPU time differs by at most ${share} of a core. [At this rate](charts/published/latency) ${included} [Enter yours](#the-report).`
}
