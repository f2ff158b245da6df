/** All figures of two servers, and what else they differ in. */
import { ratioText } from '../../text/numbers.ts'
import type { ServerData } from '../data.ts'
import { ratioInTable } from '../pairs.ts'
import { countRatio } from './columns.ts'
import { COUNT, factsOf, figuresOf, RATE, sourceLink } from './details.ts'
import { h, prose, tableOf, withEnds } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { ratioWithEnds } from './words.ts'

export function bothServers(context: ReportContext, first: number, second: number): HTMLElement[] {
  return [
    figuresTable(context, first, second),
    differences(context, first, second),
    h('p', { class: 'small' }, ...[first, second].flatMap((place) => [sourceLink(context, place), ' '])),
  ]
}

/** Returns the figures of both, and their ratio where it has an interval. */
function figuresTable(context: ReportContext, first: number, second: number): HTMLElement {
  const { servers, load } = context.scenario
  const rate = ratioInTable(load.pairs, servers.length, first, second)
  const count = countRatio(context, first, second)
  const ratios: Record<string, string | null> = {
    [RATE]: rate && ratioWithEnds(rate),
    [COUNT]: count === null ? null : ratioText(count),
  }
  const [own, others] = [new Map(figuresOf(context, first)), new Map(figuresOf(context, second))]
  const nameOf = (place: number) => servers[place]?.displayName ?? ''
  return tableOf({
    kind: 'compared',
    caption: 'Figures, with 95% intervals where known',
    columns: [['figure'], [nameOf(first), 'figure'], [nameOf(second), 'figure'], ['ratio', 'figure']],
    rows: [...new Set([...own.keys(), ...others.keys()])].map((name) => {
      const texts = [own.get(name) ?? 'unknown', others.get(name) ?? 'unknown', ratios[name] ?? '']
      return [[name], ...texts.map(withEnds)]
    }),
  })
}

/** Returns the properties and behaviours in which they differ. */
function differences({ scenario, data }: ReportContext, first: number, second: number): HTMLElement {
  const [a, b] = [scenario.servers[first], scenario.servers[second]] as [ServerData, ServerData]
  const rows = [
    ...unlike(factsOf(data, a), factsOf(data, b)),
    ...unlike(
      ...([a, b].map(({ behaviours }) =>
        behaviours.map(([question, answer]) => [data.texts[question], data.texts[answer]] as [string, string]),
      ) as [[string, string][], [string, string][]]),
    ),
  ]
  if (rows.length === 0) return h('p', {}, 'No other known differences.')
  return tableOf({
    kind: 'compared',
    caption: 'Differences in properties and behaviour',
    columns: [['what'], [a.displayName], [b.displayName]],
    rows: rows.map((texts) => texts.map(prose)),
  })
}

function unlike(
  own: readonly [string, string][],
  others: readonly [string, string][],
): [name: string, own: string, other: string][] {
  const [values, otherValues] = [new Map(own), new Map(others)]
  const names = [...new Set([...values.keys(), ...otherValues.keys()])]
  return names.flatMap((name): [string, string, string][] => {
    const [value = '–', other = '–'] = [values.get(name), otherValues.get(name)]
    return value === other ? [] : [[name, value, other]]
  })
}
