/** README's example of the report's "Does it matter?", with the defaults of that page. */

import type { StoredMeasurement } from '../../shared/probe/probe.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Matter } from '../../shared/stats/matter.ts'
import { rateText, significant } from '../../shared/text/numbers.ts'
import { answerTo, type Input, inputOf, requestSentence, verdictText } from '../text/matter-text.ts'
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
  const { matter } = found
  const provisional = costs.isProvisional
    ? ', provisional: that machine failed its health check'
    : ''
  return `**${input.first} or ${input.second}: does it matter at ${rateText(input.rate)} requests/s? ${verdictText(matter).word}.** ${requestSentence(matter, input)} ${coresSentence(matter, input)} [Measured](charts/published/latency)${provisional}. [Enter yours](#the-report).`
}

/** Says how much of a core each server may save. */
function coresSentence({ cores: { low, high } }: Matter, { first, second }: Input): string {
  const ends = [
    { name: first, most: high ?? 0 },
    { name: second, most: -(low ?? 0) },
  ]
  const saved = ends
    .filter(({ most }) => most > 0)
    .map(({ name, most }, i) => {
      const [verb, whole] = i === 0 ? [' saves', ' of a core'] : ['', '']
      return `${name}${verb} at most ${significant(100 * most, 2)}%${whole}`
    })
  return `${saved.join(', ')}.`
}
