/** View "Overview": a heat map of servers and scenarios by ratio to the reference, with properties beside it. */
import { html, type TemplateResult } from 'lit-html'
import { significant } from '../../../shared/text/numbers.ts'
import type { ListedServer, ScenarioData } from '../data.ts'
import { type Column, figureColumn, orderIn, ratioIn, textColumn } from './columns.ts'
import { controls, serverChooser } from './controls.ts'
import { data, get, href, set } from './page.ts'
import { selected } from './selection.ts'
import { heatStyle, nameColumns, serverTable } from './table.ts'
import { KINDS, notes, swatch, UNRANKED } from './words.ts'

const { scenarios, servers } = data
const [first] = scenarios
const byName = new Map(servers.map((server) => [server.name, server]))
const unranked = `${UNRANKED} where marked ${data.caveats['accepts-invalid']?.mark}`

const PROPERTIES = [
  `peak memory: largest resident memory in ${first?.title}, of all processes of a server.`,
  'start: CPU instructions executed before the first correct response, as a ratio.',
  'route: heap that one more route retains.',
  'type check: CPU time of TypeScript 7 for that many procedures and their typed client.',
  'parse: time to validate a user and make its Date, without HTTP.',
].join(' ')

/** Peak memory in the first scenario. */
const PEAK: readonly Column<ListedServer>[] = (first?.columns ?? []).flatMap((column, i) => {
  if (column.key !== 'peak_mb') return []
  const figures = new Map(first?.servers.map((server) => [server.name, server.figures]))
  const { cell, ...peak } = figureColumn({ ...column, title: 'peak memory, MB' }, i)
  return [
    { ...peak, cell: (server) => cell({ ...server, figures: figures.get(server.name) ?? [] }) },
  ]
})

export function overview(): TemplateResult {
  const usual = first?.baseline ?? ''
  const base = byName.get(get('base') ?? '') ?? byName.get(usual)
  const rows = selected(servers, get)
  const ratios = scenarios.map((scenario) => ratioColumn(scenario, base?.name ?? ''))
  const usualSort = mostMeasured(ratios, rows)
  const columns = [
    ...nameColumns<ListedServer>((server) => nameOf(server, get('sort'))),
    textColumn<ListedServer>('validator', ({ validator }) => validator),
    ...PEAK,
    ...ratios,
    ...data.properties.map(propertyColumn),
  ]
  return html`
    <h2>Requests/s relative to ${base?.displayName}, by scenario</h2>
    ${controls(
      rows.length,
      servers.length,
      serverChooser(servers, 'base', 'Compared with', base?.name ?? '', (name) =>
        set({ base: name === usual ? undefined : name }),
      ),
    )}
    <ul class="legend heat" aria-label="Scale of colors">
      <li>fewer</li>
      ${[0.25, 0.5, 1, 2, 4].map(
        (ratio) => html`<li class="heated" .style=${heatStyle(ratio)}>${ratio}×</li>`,
      )}
      <li>more requests/s</li>
    </ul>
    ${serverTable({
      kind: 'heat',
      columns,
      order: orderIn(columns, get('sort'), usualSort),
      groups: [...Object.values(KINDS), unranked].map((title) => [
        title,
        rows.filter((server) => groupOf(server) === title),
      ]),
    })}
    ${notes(scenarios, [
      ...scenarios.map(({ title, measured }) => `${title}: ${measured}`),
      PROPERTIES,
    ])}`
}

const groupOf = ({ kind, isUnranked }: ListedServer) => (isUnranked ? unranked : KINDS[kind])

/** Returns the address of a server's row in a scenario. */
const rowIn = (scenario: string | undefined, server: string) =>
  href({ view: 'results', scenario, open: server, sort: undefined, run: undefined })

function ratioColumn(scenario: ScenarioData, base: string): Column<ListedServer> {
  const marks = new Map(scenario.servers.map((server) => [server.name, server.marks]))
  const unit = scenario.isProvisional ? 'provisional' : undefined
  const cell = ({ name }: ListedServer) => {
    const value = ratioIn(scenario, name, base)?.value
    if (value === undefined) return null
    const text = `${value.toFixed(2)} ${marks.get(name)}`.trimEnd()
    // The server's name is the stop of the keyboard.
    const content = html`<a href=${rowIn(scenario.name, name)} tabindex="-1">${text}</a>`
    return { value, content, heat: value }
  }
  return { key: scenario.name, title: scenario.title, unit, better: 'higher', cell }
}

function propertyColumn(heading: string, i: number): Column<ListedServer> {
  const [title = '', unit] = heading.split(', ')
  const cell = ({ properties }: ListedServer) => {
    const figure = properties[i]
    if (!figure) return null
    return typeof figure === 'string'
      ? { value: figure }
      : { value: figure[0], content: significant(figure[0]) }
  }
  return { key: `property-${i}`, title, unit, better: 'lower', cell }
}

/** Returns the first scenario, or of the selected servers the one that has most of them. */
function mostMeasured(
  ratios: readonly Column<ListedServer>[],
  rows: readonly ListedServer[],
): string {
  const count = ({ cell }: Column<ListedServer>) => rows.filter((row) => cell(row)).length
  const most = rows.length === servers.length ? 0 : Math.max(...ratios.map(count))
  return ratios.find((column) => count(column) >= most)?.key ?? ''
}

/** The name leads to the scenario that sorts, if the server is in it. */
function nameOf({ name, displayName, runtime }: ListedServer, sort = ''): TemplateResult {
  const ownScenarios = scenarios.filter((scenario) =>
    scenario.servers.some((each) => each.name === name),
  )
  const scenario = ownScenarios.find((each) => each.name === sort.replace('-', ''))
  const address = rowIn((scenario ?? ownScenarios[0])?.name, name)
  return html`${swatch(runtime)}<a id="row-${name}" href=${address}>${displayName}</a>`
}
