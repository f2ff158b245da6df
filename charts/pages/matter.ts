/** README's example of the report's "Does it matter?", with the defaults of that page. */

import { figureOf, type Metric, type StoredMeasurement } from '../../shared/probe/probe.ts'
import { latency, ratePart } from '../../shared/probes/latency.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Costs } from '../../shared/stats/cost.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import type { Matter } from '../../shared/stats/matter.ts'
import { rateText, significant } from '../../shared/text/numbers.ts'
import {
  answerTo,
  type Input,
  inputOf,
  requestSentence,
  shareText,
  verdictText,
} from '../text/matter-text.ts'
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
  const provisional = costs.isProvisional ? ', provisional' : ''
  const { word } = verdictText(matter)
  const slow = slowText(costs, input, word)
  const rates = `${slow && `${LOW_RATE} to `}${rateText(input.rate)}`
  return `**${input.first} or ${input.second}: does it matter at ${rates} requests/s? ${word}.** ${requestSentence(matter, input).slice(0, -1)} at ${rateText(input.rate)}/s${slow}. ${coresSentence(matter, input)} [Measured](charts/published/latency)${p99Text(stored, input)}${provisional}. [Your rate](#the-report).`
}

/** Requests/s of a small service. */
const LOW_RATE = 200

/** Formats `, 4.1% (0.83 to 11%) at 200/s`; empty where the answer at that rate is another one. */
function slowText(costs: Costs, input: Input, word: string): string {
  const found = answerTo(costs, [input.first, input.second], { ...input, rate: LOW_RATE })
  if (typeof found === 'string' || verdictText(found.matter).word !== word) return ''
  const share = shareText(found.matter.ofRequest)
  return share && `, ${share} at ${LOW_RATE}/s`
}

/** Formats ` p99, no wait: fastify 2.2 (0.6–5.2), express 1.2 (0.7–2.6) ms`, which queues and pauses make; empty unless both are known. */
function p99Text(stored: readonly StoredMeasurement[], { first, second, rate }: Input): string {
  const file = stored.find((each) => each.file.scenario === SCENARIO)?.file
  const figures = [first, second].flatMap((name) => {
    const server = file?.subjects.find((each) => each.name === name && each.part === ratePart(rate))
    const figure = server && file && figureOf(server, P99, file)
    return figure ? [`${name} ${significant(figure.value, 2)}${range(figure)}`] : []
  })
  return figures.length === 2 ? ` p99, no wait: ${figures.join(', ')} ms` : ''
}

const P99 = latency.metrics.find(({ id }) => id === 'p99') as Metric

const range = ({ low, high }: Estimate) =>
  low === null || high === null ? '' : ` (${significant(low, 2)}–${significant(high, 2)})`

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
