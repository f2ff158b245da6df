/** Sorts rows, and heads of columns that sort. */
import type { Cell, Column } from './columns.ts'
import { h } from './dom.ts'
import type { ReportContext } from './panel.ts'

export interface Order {
  key: string
  /** Against a column's default order: best or most first, names from A. */
  reversed: boolean
}

/**
 * Parses the state's `sort`: a column's key, after `-` if reversed.
 * @param usual key of the column that sorts if none of these is named
 */
export function orderIn(
  columns: readonly { key: string }[],
  sort: string | undefined,
  usual = 'ratio',
): Order {
  const key = sort?.replace(/^-/, '')
  const isKnown =
    key === 'name' || key === 'validation' || columns.some((column) => column.key === key)
  return key !== undefined && isKnown
    ? { key, reversed: sort !== key }
    : { key: usual, reversed: false }
}

/** Returns the next `sort` when a column is chosen: reversed if it was chosen already. */
export function nextSort({ key, reversed }: Order, chosen: string): string {
  return key === chosen && !reversed ? `-${key}` : chosen
}

/**
 * Sorts rows; those without a value come last in either order, equals keep their order.
 * @param texts of rows, by key of a column of names
 */
export function sorted(
  places: readonly number[],
  columns: readonly Pick<Column, 'key' | 'better' | 'cell'>[],
  { key, reversed }: Order,
  texts: Readonly<Record<string, (place: number) => string>> = {},
): number[] {
  const sign = reversed ? -1 : 1
  const textOf = texts[key]
  if (textOf)
    return [...places].sort((a, b) => sign * textOf(a).localeCompare(textOf(b), 'en') || a - b)
  const column = columns.find((each) => each.key === key)
  if (!column) return [...places]
  const cells = new Map(places.map((place) => [place, column.cell(place)]))
  const better = column.better === 'lower' ? 1 : -1
  const value = (place: number) => (cells.get(place) as Cell | null)?.value
  return [...places].sort((a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined)
    return sign * better * (first - second) || a - b
  })
}

interface SortHeading {
  key: string
  title: string
  unit: string
  class: string
  /** Whether the column's default order ascends. */
  ascends: boolean
}

/** Returns a column's head, whose button sorts by it. */
export function sortHeading(
  { set }: ReportContext,
  order: Order,
  heading: SortHeading,
): HTMLElement {
  const { key, title, unit, ascends } = heading
  const isSorted = order.key === key
  const direction = ascends !== order.reversed ? 'ascending' : 'descending'
  return h(
    'th',
    {
      scope: 'col',
      class: `${heading.class} ${isSorted ? 'sorted' : ''}`,
      'aria-sort': isSorted ? direction : undefined,
    },
    h(
      'button',
      { type: 'button', id: `sort-${key}`, click: () => set({ sort: nextSort(order, key) }) },
      h(
        'span',
        { class: 'title' },
        title,
        isSorted && h('span', { 'aria-hidden': 'true' }, direction === 'ascending' ? ' ↑' : ' ↓'),
      ),
      unit !== '' && h('span', { class: 'unit' }, unit),
    ),
  )
}
