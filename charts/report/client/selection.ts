/** Which servers the state selects. */
import type { ListedServer } from '../data.ts'
import type { ReportContext } from './panel.ts'
import { listOf } from './state.ts'

/** Properties with chips: also the names of their lists in the state. */
export const FILTERS = ['kind', 'runtime', 'validator', 'family'] as const

export type Filter = (typeof FILTERS)[number]

type Selecting = Pick<ReportContext, 'data' | 'get'>

/** Returns the names in a list of the state that any server has: an old or mistyped address selects no less than all. */
export function chosenIn({ data, get }: Selecting, list: Filter | 'pick'): string[] {
  const property = list === 'pick' ? 'name' : list
  return listOf(get(list)).filter((value) =>
    data.servers.some((server) => server[property] === value),
  )
}

/** Returns whether a server is selected: it has a chosen value of each filter, and a term of the search, which commas separate. */
export function selection(context: Selecting): (server: ListedServer) => boolean {
  const { get } = context
  const filters = FILTERS.map((filter) => [filter, chosenIn(context, filter)] as const)
  const picked = get('only') === undefined ? [] : chosenIn(context, 'pick')
  const terms = (get('q') ?? '')
    .toLowerCase()
    .split(',')
    .map((term) => term.trim())
  const known = terms.filter((term) => term !== '')
  return (server) => {
    const { name, displayName, validator } = server
    const text = `${name} ${displayName} ${validator}`.toLowerCase()
    return (
      filters.every(([filter, values]) => values.length === 0 || values.includes(server[filter])) &&
      (picked.length === 0 || picked.includes(name)) &&
      (known.length === 0 || known.some((term) => text.includes(term)))
    )
  }
}

/** Returns the values of a filter that several servers share, the most frequent first. */
export function sharedValues(servers: readonly ListedServer[], filter: Filter): string[] {
  const own = filter === 'family' ? servers.filter(({ kind }) => kind === 'framework') : servers
  return [...Map.groupBy(own, (server) => server[filter])]
    .filter(([, group]) => group.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([value]) => value)
}
