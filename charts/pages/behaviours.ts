/** What each server lets through, beyond what the contract demands; and what else a reader must know of it. */
import { deviationText } from '../../shared/result/disclosure.ts'
import type { Result, ServerResult } from '../../shared/result/format.ts'
import { blocks, inline, list, table } from './markdown.ts'

export function behavioursTable(result: Result): string {
  const seen = result.servers.flatMap(({ displayName, behaviours }) =>
    behaviours.map((behaviour) => ({ displayName, ...behaviour })),
  )
  const rows = [...Map.groupBy(seen, ({ id }) => id).values()].flatMap((answers) =>
    [...Map.groupBy(answers, ({ outcome }) => outcome)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([outcome, servers], i) => [
        i === 0 ? inline(answers[0]?.title ?? '') : '',
        inline(outcome),
        inline(servers.length === answers.length ? 'all' : servers.map(({ displayName }) => displayName).join(', ')),
      ]),
  )
  return blocks(
    rows.length > 0 ? table(['sent', 'what happens', 'servers'], rows, ['left', 'left', 'left']) : '',
    list(result.servers.flatMap(remarks)),
  )
}

function remarks({ displayName, knownDeviations, notes }: ServerResult): string[] {
  return [
    ...knownDeviations.map(
      (deviation) => `known deviation, ${deviation.case}: ${deviationText(deviation)}. ${deviation.reason}`,
    ),
    ...notes,
  ].map((remark) => `**${inline(displayName)}**: ${inline(remark)}`)
}
