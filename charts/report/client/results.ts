/** View "Results": all servers of a scenario with their figures. */
import { html, nothing, type TemplateResult } from 'lit-html'
import { percentText, ratioText } from '../../../shared/text/numbers.ts'
import { axisEnd, bar } from './bar.ts'
import { type Column, endsOf, figureColumn, orderIn, ratioIn, textColumn } from './columns.ts'
import { chooser, controls, serverChooser } from './controls.ts'
import { serverDetails } from './details.ts'
import { data, get, type Server, type Shown, set } from './page.ts'
import { selected } from './selection.ts'
import { listOf, toggled } from './state.ts'
import { nameColumns, serverTable } from './table.ts'
import { notes, prose, RUNTIMES, swatch, UNRANKED } from './words.ts'

export function results(scenario: Shown): TemplateResult {
  const { servers, baseline, description, disqualified, conditions, files } = scenario
  const base = baseOf(scenario)
  const names = new Set(selected(data.servers, get).map(({ name }) => name))
  const rows = servers.filter(({ name }) => names.has(name))
  const figures = figuresOf(scenario, base)
  const [pick, name] = nameColumns<Server>((server) => nameOf(server, base, scenario))
  const validation = servers.some((server) => server.validation !== '')
    ? [textColumn<Server>('validation', (server) => server.validation)]
    : []
  const order = orderIn([name, ...validation, ...figures], get('sort'), 'ratio')
  const drawn = figures.find(({ key }) => key === order.key) ?? (figures[0] as Column<Server>)
  const sorts = [...figures, name, ...validation].map(
    ({ key, title, unit }) => [key, unit ? `${title}, ${unit}` : title] as const,
  )
  const open = listOf(get('open'))
  return html`
    <p class="lead">${prose(`For each request, a server ${description}.`)}</p>
    ${finding(scenario)}
    ${controls(
      rows.length,
      servers.length,
      serverChooser(servers, 'base', 'Compared with', base.name, (chosen) =>
        set({ base: chosen === baseline ? undefined : chosen }),
      ),
      chooser('sort', 'Sorted by', sorts, order.key, (sort) => set({ sort })),
    )}
    ${legend(scenario)}
    ${serverTable({
      kind: 'results',
      caption: captionText(drawn),
      columns: [pick, RANK, name, ...validation, barsOf(scenario, rows, drawn), ...figures],
      order,
      groups: [
        ['', rows.filter(({ isUnranked }) => !isUnranked)],
        [UNRANKED, rows.filter(({ isUnranked }) => isUnranked)],
      ],
      details: (server) => open.includes(server.name) && serverDetails(server, scenario, base),
    })}
    ${notes(
      [{ servers: rows.map((server) => ({ marks: marksIn(server) })) }],
      [
        ...disqualified.map(({ name, reason }) => `${name} was disqualified: ${reason}`),
        ...conditions,
        `Source: ${files.join(', ')}`,
      ],
    )}`
}

/** Returns the reference: the chosen server, else the scenario's baseline. */
function baseOf({ servers, baseline }: Shown): Server {
  const named = (name: string | undefined) => servers.find((server) => server.name === name)
  return named(get('base')) ?? named(baseline) ?? (servers[0] as Server)
}

function figuresOf(scenario: Shown, { name, displayName }: Server): Column<Server>[] {
  const ratio: Column<Server> = {
    key: 'ratio',
    title: `× ${displayName}`,
    unit: 'requests/s',
    better: 'higher',
    mark: 1,
    cell(server) {
      const found = ratioIn(scenario, server.name, name)
      if (!found) return null
      const { value, low, high } = found
      const aside = html`<span class="aside">${percentText(value, low, high)}</span>`
      return { value, content: html`${ratioText(value)}${aside}`, ends: endsOf(low, high) }
    },
  }
  const others = scenario.columns.flatMap((column, i) =>
    column.isDetail || (column.isPrediction && name !== scenario.baseline)
      ? []
      : figureColumn<Server>(column, i),
  )
  return [ratio, ...others]
}

const RANK: Column<Server> = {
  key: 'rank',
  kind: 'rank',
  title: 'rank',
  isFixed: true,
  cell: ({ ranks }) => ({ value: ranks }),
}

function barsOf(scenario: Shown, rows: readonly Server[], drawn: Column<Server>): Column<Server> {
  const end = axisEnd(
    rows.flatMap((row) => drawn.cell(row) ?? []),
    drawn.mark,
  )
  const cell = (server: Server) => {
    const found = drawn.cell(server)
    return { value: '', content: found && bar(found, end, roleOf(server, scenario), drawn.mark) }
  }
  return { key: 'bars', kind: 'bars', title: `bar of ${drawn.title}`, isFixed: true, cell }
}

const roleOf = ({ name, runtime }: Server, { baseline }: Shown) =>
  name === baseline ? 'baseline' : runtime

function nameOf(server: Server, base: Server, scenario: Shown): TemplateResult {
  const { name, displayName, runtime, marks } = server
  const isOpen = listOf(get('open')).includes(name)
  return html`
    <button type="button" id="open-${name}" class=${server === base ? 'base' : ''}
      aria-expanded=${isOpen} @click=${() => set({ open: toggled(get('open'), name) })}>
      ${swatch(roleOf(server, scenario), RUNTIMES[runtime])}${displayName}
      <span class="marks">${marks}</span>
    </button>`
}

function captionText({ title, unit, better }: Column<Server>): string {
  const what = unit ? `${title}, ${unit}` : title
  const direction = better ? `; ${better} is better` : ''
  return `Bars: ${what}${direction}. Latencies (p50 to p99) are normalized to the requests/s.`
}

/** Returns all marks in a server's row. */
const marksIn = ({ marks, figures }: Server) =>
  `${marks}${figures.map((figure) => (Array.isArray(figure) ? (figure[3] ?? '') : '')).join('')}`

/** Names the fastest of the compared servers, and those tied with it. */
function finding({ servers, columns, measured, route, compared, fastest }: Shown): TemplateResult {
  const place = columns.findIndex(({ key }) => key === 'runs')
  const runs = new Set(servers.map(({ figures }) => figures[place]))
  const some = runs.size > 1 ? ', not every server in every run' : ''
  const leaders = servers.filter(({ name }) => fastest.includes(name))
  const [leader, ...tied] = leaders.map(({ displayName }) => displayName)
  const tie = tied.length > 0 ? `, tied with ${new Intl.ListFormat('en-GB').format(tied)}` : ''
  const order =
    leaders.length === 0
      ? nothing
      : leaders.length === compared
        ? 'No significant difference between the compared servers.'
        : html`Fastest of the ${compared} compared servers: <strong>${leader}</strong>${tie}. Others are unranked, or have too few processes or kinds of machines.`
  return html`
    <p class="finding">
      ${servers.length} servers, <code>${route}</code>, ${measured}${some}. ${order}
    </p>`
}

function legend({ servers, baseline }: Shown): TemplateResult {
  const others = servers.filter(({ name }) => name !== baseline)
  const runtimes = [...new Set(others.map(({ runtime }) => runtime))]
  return html`
    <ul class="legend" aria-label="Colors of the bars">
      ${runtimes.map((runtime) => html`<li>${swatch(runtime)}${RUNTIMES[runtime] ?? runtime}</li>`)}
      <li>${swatch('baseline')}baseline</li>
      <li>├─┤ 95% interval</li>
    </ul>`
}
