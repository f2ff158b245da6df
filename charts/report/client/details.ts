/** What a row opens: all that is known of a server in the scenario. What is not known of it is left out. */

import { significant } from '../../text/numbers.ts'
import type { LatencyPointData, LayersData, LoadFigures, Part, ReportData, ServerData } from '../data.ts'
import { ratioInTable } from '../pairs.ts'
import { bar, scaleOf } from './bars.ts'
import { basePlace } from './columns.ts'
import { type Child, h, prose, withEnds } from './dom.ts'
import type { ReportContext } from './panel.ts'
import { figureWithEnds, ratioWithEnds } from './words.ts'

export function serverDetails(context: ReportContext, place: number): HTMLElement[] {
  const { data } = context
  const server = context.scenario.servers[place] as ServerData
  const { packages, remarks, description, profile, latency, held, layers, behaviours } = server
  const text = (index: number) => data.texts[index] ?? ''
  return [
    section('Figures', figures(context, place)),
    section(
      'What it is',
      h('p', {}, ...prose(description)),
      pairs(factsOf(data, server)),
      h('p', { class: 'small' }, `Packages: ${packages.join(', ') || 'none of its own'}`),
      h('p', { class: 'small' }, sourceLink(context, place)),
    ),
    ...verdicts(context, place),
    remarks.length > 0 && section('What else to know', list(remarks.map(text))),
    behaviours.length > 0 &&
      section(
        'What it lets through',
        table(
          ['sent', 'what happens'],
          behaviours.map(([question, answer]) => [text(question), text(answer)]),
        ),
      ),
    profile && section('Where its CPU time goes', partsTable('part', profile.parts, 'µs', `cpu of a request`)),
    profile && section('By package', partsTable('package', profile.packages, 'µs', 'cpu of a request')),
    ...layers.map(layersSection),
    held.length > 0 && section('Memory over time', partsTable('when', held, 'MB, least to most', 'memory')),
    latency.length > 0 && section('Latency below the maximum', latencyTable(latency)),
  ].filter((each): each is HTMLElement => each !== false && each !== null)
}

function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'detail' }, h('h3', {}, title), ...children)
}

/** What a server is: a name and a value each. */
export function factsOf({ texts }: ReportData, { facts }: ServerData): [name: string, value: string][] {
  return facts.map(([name, value]) => [texts[name] ?? '', texts[value] ?? ''])
}

function pairs(entries: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    'dl',
    {},
    ...entries.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, ...withEnds(value)))),
  )
}

function list(items: readonly string[]): HTMLElement {
  return h('ul', {}, ...items.map((item) => h('li', {}, ...prose(item))))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return h(
    'table',
    { class: 'plain' },
    h('thead', {}, h('tr', {}, ...head.map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, ...prose(cell)))))),
  )
}

/** With intervals. */
function figures({ scenario, get }: ReportContext, place: number): HTMLElement {
  const { memory } = scenario.servers[place] as ServerData
  const base = basePlace({ scenario, get } as ReportContext)
  const count = scenario.servers.length
  const name = scenario.servers[base]?.displayName ?? ''
  const own = scenario.load.servers[place] as LoadFigures
  const ratio = ratioInTable(scenario.load.pairs, count, place, base)
  const megabytes = memory.map((each) => (each === null ? null : each / 1e6)) as typeof memory
  return pairs([
    [`× ${name}`, ratio ? ratioWithEnds(ratio) : 'not known'],
    ['Requests/s', figureWithEnds(own.requestsPerSecond, 4)],
    ['p50, ms', figureWithEnds(own.p50)],
    ['p99, ms', figureWithEnds(own.p99)],
    ['CPU, µs a request', figureWithEnds(own.cpu)],
    ...counted({ scenario, get } as ReportContext, place, base),
    ['Memory, MB', figureWithEnds(megabytes)],
  ])
}

function counted({ scenario }: ReportContext, place: number, base: number): [string, string][] {
  const own = scenario.instructions?.servers[place]
  if (!scenario.instructions || !own) return []
  const ratio = ratioInTable(scenario.instructions.pairs, scenario.servers.length, place, base)
  return [
    ['Instructions a request', `${figureWithEnds(own.javascript, 5)}${own.marks}`],
    ...(ratio
      ? [[`Instructions × ${scenario.servers[base]?.displayName}`, ratioWithEnds(ratio)] as [string, string]]
      : []),
    ['By other threads', figureWithEnds([own.others, null, null])],
  ]
}

function verdicts({ scenario, data }: ReportContext, place: number): HTMLElement[] {
  const lines = (scenario.load.servers[place]?.verdicts ?? []).map(
    ({ kind, trials, of, message }) =>
      `${data.verdicts[kind]?.mark ?? ''} ${kind}, in ${trials} of ${of} trials: ${data.verdicts[kind]?.meaning ?? ''} (${message})`,
  )
  return [section('What is held against its number', lines.length > 0 ? list(lines) : h('p', {}, 'Nothing.'))]
}

/** Parts of a whole with bars, all to one scale. */
function partsTable(what: string, parts: readonly Part[], unit: string, role: string): HTMLElement {
  const scale = scaleOf(parts.map(({ figure: [value, , high] }) => ({ value, high })))
  return h(
    'table',
    { class: 'plain parts' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, what),
        h('th', { scope: 'col', class: 'figure' }, unit),
        h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'bar')),
      ),
    ),
    h(
      'tbody',
      {},
      ...parts.map(({ name, figure }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          h('td', { class: 'figure' }, ...withEnds(figureWithEnds(figure))),
          h('td', { class: 'bars' }, bar({ value: figure[0], low: figure[1], high: figure[2] }, scale, role)),
        ),
      ),
    ),
  )
}

function layersSection({ unit, parts, whole }: LayersData): HTMLElement {
  return section(
    `Layer by layer, in ${unit}`,
    h(
      'p',
      { class: 'small' },
      `Each taken away in turn. The whole server: ${figureWithEnds(whole)} ${unit} per request.`,
    ),
    partsTable('layer', parts, unit, 'cost'),
  )
}

/** At rates of requests that come whatever the server does. */
function latencyTable(points: readonly LatencyPointData[]): HTMLElement {
  return table(
    ['requests/s', 'p50, ms', 'p99, ms', 'CPU, µs'],
    points.map(({ rate, fails, p50, p99, cpu }) =>
      fails === null
        ? [significant(rate, 4), ...[p50, p99, cpu].map((each) => (each ? figureWithEnds(each) : '?'))]
        : [significant(rate, 4), `does not hold: ${fails}`],
    ),
  )
}

/** To its folder, which is in the repository beside the page. */
export function sourceLink({ scenario }: ReportContext, place: number): HTMLElement {
  const name = scenario.servers[place]?.name ?? ''
  return h('a', { href: `../../../servers/${name}` }, `Source: servers/${name}`)
}
