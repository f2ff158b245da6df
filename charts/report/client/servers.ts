/** Panel "Two servers": compares two servers of a scenario. */
import type { ServerData } from '../data.ts'
import { type Ratio, ratioInTable } from '../pairs.ts'
import { chooser } from './controls.ts'
import { COUNT, factsOf, figuresOf, RATE, sourceLink } from './details.ts'
import { h, prose, tableOf, withEnds } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { isDifferent, ratioWithEnds } from './words.ts'

export const servers: Panel = {
  id: 'servers',
  title: 'Two servers',
  render(root, context) {
    const [first, second] = context.pair()
    root.append(
      h('div', { class: 'choosers' }, serverChooser(context, 0), serverChooser(context, 1)),
      answer(context, first, second),
      figuresTable(context, first, second),
      differences(context, first, second),
      h('p', { class: 'small' }, ...context.pair().flatMap((place) => [sourceLink(context, place), ' '])),
    )
  },
}

/** Returns the chooser of one server; both become the picked ones in the table of results. */
function serverChooser({ scenario, pair, set }: ReportContext, which: 0 | 1): HTMLElement {
  const places = pair()
  const nameOf = (place: number | undefined) => scenario.servers[place ?? 0]?.name ?? ''
  const options = scenario.servers.map(({ name, displayName }) => ({ value: name, text: displayName }))
  const label = which === 0 ? 'Compare' : 'with'
  return chooser(which === 0 ? 'first' : 'second', label, options, nameOf(places[which]), (name) => {
    const [first, second] = which === 0 ? [name, nameOf(places[1])] : [nameOf(places[0]), name]
    set({ pick: `${first},${second}` })
  })
}

/** States both ratios. */
function answer(context: ReportContext, first: number, second: number): HTMLElement {
  const { scenario } = context
  const [a, b] = [scenario.servers[first], scenario.servers[second]] as [ServerData, ServerData]
  if (first === second) return h('p', { class: 'answer' }, 'Choose two different servers.')
  const count = scenario.servers.length
  const rate = ratioInTable(context.scenario.load.pairs, count, first, second)
  const counted = scenario.instructions && ratioInTable(scenario.instructions.pairs, count, first, second)
  return h(
    'p',
    { class: 'answer' },
    rate ? sentence(a, b, rate, 'requests/s') : `No run compares ${a.displayName} with ${b.displayName}. `,
    counted ? ` It executes ${ratioWithEnds(counted)} times as many instructions per request.` : '',
  )
}

function sentence(a: ServerData, b: ServerData, ratio: Ratio, what: string): string {
  if (ratio.low === null)
    return `${a.displayName} has ${ratioWithEnds(ratio)} times the ${what} of ${b.displayName}; one round has no interval.`
  if (!isDifferent(ratio))
    return `${a.displayName} and ${b.displayName} do not differ significantly in ${what}: ${ratioWithEnds(ratio)}.`
  return `${a.displayName} has ${ratioWithEnds(ratio)} times the ${what} of ${b.displayName}.`
}

/** Returns the figures of both, and their ratio where it has an interval. */
function figuresTable(context: ReportContext, first: number, second: number): HTMLElement {
  const { servers, load, instructions } = context.scenario
  const ratios: Record<string, Ratio | null> = {
    [RATE]: ratioInTable(load.pairs, servers.length, first, second),
    [COUNT]: instructions && ratioInTable(instructions.pairs, servers.length, first, second),
  }
  const [own, others] = [new Map(figuresOf(context, first)), new Map(figuresOf(context, second))]
  const nameOf = (place: number) => servers[place]?.displayName ?? ''
  return tableOf({
    kind: 'compared',
    caption: 'Figures, with 95% intervals where known',
    columns: [['figure'], [nameOf(first), 'figure'], [nameOf(second), 'figure'], ['ratio', 'figure']],
    rows: [...new Set([...own.keys(), ...others.keys()])].map((name) => {
      const ratio = ratios[name]
      const texts = [own.get(name) ?? 'unknown', others.get(name) ?? 'unknown', ratio ? ratioWithEnds(ratio) : '']
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
  if (rows.length === 0) return h('p', {}, first === second ? '' : 'No other known differences.')
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
