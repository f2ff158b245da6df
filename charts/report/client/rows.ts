/** Selects and sorts the servers shown. */
import type { ServerData } from '../data.ts'
import type { Cell, Column } from './columns.ts'
import type { ReportContext } from './panel.ts'
import { listOf } from './state.ts'

export interface Order {
  key: string
  /** Against a column's default order: best first, names from A. */
  reversed: boolean
}

/** Parses the state's `sort`: a column's key, after `-` if reversed. */
export function orderOf(sort: string | undefined): Order {
  const text = sort ?? 'ratio'
  return text.startsWith('-') ? { key: text.slice(1), reversed: true } : { key: text, reversed: false }
}

/** Returns the next `sort` when a column is chosen: reversed if it was chosen already. */
export function nextSort(sort: string | undefined, key: string): string | undefined {
  const order = orderOf(sort)
  const next = order.key === key && !order.reversed ? `-${key}` : key
  return next === 'ratio' ? undefined : next
}

/** Returns the indices of the servers shown, in order. */
export function shownPlaces({ scenario, get }: ReportContext, columns: readonly Column[]): number[] {
  const chosen = listOf(get('pick'))
  const words = (get('q') ?? '').toLowerCase()
  const isShown = ({ name, displayName, runtime, validation }: ServerData) =>
    (get('runtime') === undefined || runtime === get('runtime')) &&
    (get('only') === undefined || chosen.length === 0 || chosen.includes(name)) &&
    `${name} ${displayName} ${validation}`.toLowerCase().includes(words)
  const places = [...scenario.servers.keys()].filter((place) => isShown(scenario.servers[place] as ServerData))
  return sorted(places, scenario.servers, columns, orderOf(get('sort')))
}

/** Sorts servers; those without a value come last in either order, equals keep the order of requests/s. */
export function sorted(
  places: readonly number[],
  servers: readonly Pick<ServerData, 'displayName' | 'validation'>[],
  columns: readonly Column[],
  { key, reversed }: Order,
): number[] {
  const sign = reversed ? -1 : 1
  const textOf = (place: number) => servers[place]?.[key === 'validation' ? 'validation' : 'displayName'] ?? ''
  if (key === 'name' || key === 'validation') {
    return [...places].sort((a, b) => sign * textOf(a).localeCompare(textOf(b), 'en') || a - b)
  }
  const column = columns.find((each) => each.key === key)
  if (!column) return [...places]
  const cells = new Map(places.map((place) => [place, column.cell(place)]))
  const better = column.better === 'higher' ? -1 : 1
  const value = (place: number) => (cells.get(place) as Cell | null)?.value
  return [...places].sort((a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return sign * better * (first - second) || a - b
  })
}
