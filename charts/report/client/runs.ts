/** The panel that puts two stored runs of a scenario side by side. */
import type { ComparedRow, RunComparison, RunData, ScenarioData } from '../data.ts'
import { bar, scaleOf } from './bars.ts'
import { chooser } from './controls.ts'
import { list } from './details.ts'
import { h, withEnds } from './dom.ts'
import type { Panel, ReportContext } from './panel.ts'
import { minuteOf, ratioWithEnds } from './words.ts'

export const runs: Panel = {
  id: 'runs',
  title: 'Two runs',
  render(root, context) {
    const { scenario } = context
    const [first] = scenario.runs
    if (scenario.comparisons.length === 0) {
      const only = first
        ? `One run of this scenario is stored, of ${minuteOf(first.startedAt)} UTC`
        : 'No run is stored'
      root.append(h('p', { class: 'answer' }, `${only}: there is nothing to compare it with.`))
      return
    }
    const chosen = chosenComparison(context)
    root.append(
      h('div', { class: 'choosers' }, runChooser(context, 'old', chosen), runChooser(context, 'new', chosen)),
      ...comparison(scenario, chosen),
    )
  },
}

/** The two of the state, in any order; or the last two that can be compared. */
function chosenComparison({ scenario, get }: ReportContext): RunComparison {
  const { comparisons, runs } = scenario
  const places = [get('runs.old'), get('runs.new')].map((file) => runs.findIndex((run) => nameOf(run) === file))
  const [old, recent] = places.toSorted((a, b) => a - b)
  const asked = comparisons.find((each) => each.old === old && each.new === recent)
  return (asked ?? comparisons.findLast(({ refusal }) => refusal === null) ?? comparisons.at(-1)) as RunComparison
}

const nameOf = ({ file }: RunData) => file.slice(file.lastIndexOf('/') + 1).replace('.json', '')

function runChooser({ scenario, set }: ReportContext, which: 'old' | 'new', chosen: RunComparison): HTMLElement {
  const { runs, comparisons } = scenario
  const places = [...new Set(comparisons.flatMap((each) => [each.old, each.new]))].sort((a, b) => a - b)
  const options = places.map((place) => {
    const { startedAt, rounds, commit } = runs[place] as RunData
    return {
      value: nameOf(runs[place] as RunData),
      text: `${minuteOf(startedAt)}, ${rounds} rounds${commit ? `, ${commit}` : ''}`,
    }
  })
  const own = nameOf(runs[chosen[which]] as RunData)
  const other = which === 'old' ? 'new' : 'old'
  return chooser(`run-${which}`, which === 'old' ? 'From' : 'to', options, own, (value) => {
    const kept = nameOf(runs[chosen[other]] as RunData)
    // Whoever takes the run of the other list has both change places.
    set({ [`runs.${which}`]: value, [`runs.${other}`]: value === kept ? own : kept })
  })
}

function comparison(
  { runs, servers }: ScenarioData,
  { rows, notes, refusal, ...places }: RunComparison,
): HTMLElement[] {
  if (refusal !== null) return [h('p', { class: 'answer' }, `These two can't be compared. ${refusal}`)]
  const number = (difference: ComparedRow['difference']) => rows.filter((row) => row.difference === difference).length
  const names = new Map(servers.map(({ name, displayName }) => [name, displayName]))
  const scale = scaleOf(rows.map(({ ratio: [value, , high] }) => ({ value, high })))
  return [
    h(
      'p',
      { class: 'answer' },
      `${number('faster')} faster, ${number('slower')} slower, ${number('none')} without a difference. Each interval is one of 95% by itself: of 20 servers that did not change, one is expected to show a difference.`,
    ),
    h(
      'table',
      { class: 'compared runs' },
      h('caption', {}, 'Requests/s of the newer run over those of the older one'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['server', 'before', 'after', 'new over old', 'difference', 'bar'].map((title, i) =>
            h(
              'th',
              { scope: 'col', class: i === 3 ? 'figure' : i === 5 ? 'bars' : '' },
              title === 'bar' ? h('span', { class: 'hidden' }, title) : title,
            ),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...rows.map((row) => {
          const version = (place: number) => runs[place]?.versions[row.server] ?? ''
          const [ratio, low, high] = row.ratio
          return h(
            'tr',
            {},
            h('th', { scope: 'row' }, names.get(row.server) ?? row.server),
            h('td', {}, version(places.old)),
            h('td', {}, version(places.new)),
            h('td', { class: 'figure' }, ...withEnds(ratioWithEnds({ ratio, low, high }))),
            h('td', { class: row.difference }, row.difference === 'none' ? 'no difference' : row.difference),
            h('td', { class: 'bars' }, bar({ value: ratio, low, high }, scale, 'node', 1)),
          )
        }),
      ),
    ),
    ...(notes.length > 0 ? [h('section', { class: 'notes' }, h('h3', {}, 'What must be known'), list(notes))] : []),
  ]
}
