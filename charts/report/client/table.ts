/** The table of both views: a row per server, in groups, sorted by a column. */
import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { repeat } from 'lit-html/directives/repeat.js'
import { heatOf } from '../heat.ts'
import { type Column, nextSort, type Order, type Row, sorted } from './columns.ts'
import { get, set } from './page.ts'
import { listOf, toggled } from './state.ts'

interface Table<R extends Row> {
  kind: 'results' | 'heat'
  caption?: string
  columns: readonly Column<R>[]
  order: Order
  groups: readonly (readonly [title: string, rows: readonly R[]])[]
  /** Returns what is shown below an open row. */
  details?(row: R): unknown
}

/** Returns the column of checkboxes, which choose servers, and that of names. */
export function nameColumns<R extends Row>(
  contentOf: (row: R) => unknown,
): [pick: Column<R>, name: Column<R>] {
  const column = (content: (row: R) => unknown) => (row: R) => ({
    value: row.displayName,
    content: content(row),
  })
  return [
    { key: 'pick', kind: 'pick', title: 'chosen', isFixed: true, cell: column(pickBox) },
    { key: 'name', kind: 'name', title: 'server', better: 'lower', cell: column(contentOf) },
  ]
}

const isPicked = ({ name }: Row) => listOf(get('pick')).includes(name)

const pickBox = (row: Row) => html`
  <input type="checkbox" id="pick-${row.name}" aria-label="choose ${row.displayName}"
    .checked=${live(isPicked(row))} @change=${() => set({ pick: toggled(get('pick'), row.name) })}>`

export function serverTable<R extends Row>(table: Table<R>): TemplateResult {
  const { kind, caption, columns, order } = table
  const groups = table.groups.filter(([, rows]) => rows.length > 0)
  const body = ([title, rows]: Table<R>['groups'][number]) => html`
    <tbody>
      ${title && html`<tr class="group"><th scope="rowgroup" colspan=${columns.length}>${title}</th></tr>`}
      ${repeat(
        sorted(rows, columns, order),
        ({ name }) => name,
        (row) => serverRow(table, row),
      )}
    </tbody>`
  return html`
    <div class="frame">
      <table class="results ${kind}" id="results-table">
        ${caption && html`<caption>${caption}</caption>`}
        <thead><tr>${columns.map((column) => heading(column, order))}</tr></thead>
        ${groups.map(body)}
      </table>
      ${groups.length === 0 ? html`<p class="empty">No server matches.</p>` : nothing}
    </div>`
}

const classOf = <R extends Row>({ key, kind }: Column<R>, order: Order) =>
  `${kind ?? `figure ${key}`} ${key === order.key ? 'sorted' : ''}`

/** Returns a column's head, whose button sorts by it. */
function heading<R extends Row>(column: Column<R>, order: Order): TemplateResult {
  const { key, kind, title, unit, better, isFixed } = column
  if (isFixed) return html`<th scope="col" class=${kind}><span>${title}</span></th>`
  const isSorted = order.key === key
  const direction = (better === 'lower') !== order.reversed ? 'ascending' : 'descending'
  const arrow = html`<span aria-hidden="true">${direction === 'ascending' ? ' ↑' : ' ↓'}</span>`
  return html`
    <th scope="col" class=${classOf(column, order)} aria-sort=${isSorted ? direction : nothing}>
      <button type="button" id="sort-${key}" @click=${() => set({ sort: nextSort(order, key) })}>
        <span class="title">${title}${isSorted ? arrow : nothing}</span>
        ${unit ? html`<span class="unit">${unit}</span>` : nothing}
      </button>
    </th>`
}

function serverRow<R extends Row>({ columns, order, details }: Table<R>, row: R): TemplateResult {
  const below = details?.(row)
  return html`
    <tr class="server ${isPicked(row) ? 'picked' : ''}" data-server=${row.name}>
      ${columns.map((column) => cellOf(column, order, row))}
    </tr>
    ${below ? html`<tr class="details"><td colspan=${columns.length}>${below}</td></tr>` : nothing}`
}

function cellOf<R extends Row>(column: Column<R>, order: Order, row: R): TemplateResult {
  const { value, content = value, heat } = column.cell(row) ?? { value: '–' }
  if (column.kind === 'name') return html`<th scope="row" class="name">${content}</th>`
  const kind = classOf(column, order)
  return heat === undefined
    ? html`<td class=${kind}>${content}</td>`
    : html`<td class="${kind} heated" .style=${heatStyle(heat)}>${content}</td>`
}

/** Returns the style of an element with a ratio's color. */
export function heatStyle(ratio: number): string {
  const { side, share } = heatOf(ratio)
  return `--side: var(--${side}); --share: ${(100 * share).toFixed(0)}%`
}
