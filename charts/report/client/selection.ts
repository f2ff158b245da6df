/** Which servers the state selects. */
import type { ListedServer } from '../data.ts'
import { listOf } from './state.ts'

/** Properties with chips: also the names of their lists in the state. */
export const FILTERS = ['kind', 'runtime', 'validator', 'family'] as const

export type Filter = (typeof FILTERS)[number]

type Get = (name: string) => string | undefined

/** Returns the names in a list of the state that any server has: an old or mistyped address selects no less than all. */
export function chosenIn(
  servers: readonly ListedServer[],
  get: Get,
  list: Filter | 'pick',
): string[] {
  const property = list === 'pick' ? 'name' : list
  const known = new Set<string>(servers.map((server) => server[property]))
  return listOf(get(list)).filter((value) => known.has(value))
}

/** Returns the servers that have a chosen value of each filter, and a term of the search. */
export function selected(servers: readonly ListedServer[], get: Get): ListedServer[] {
  const filters = FILTERS.map((filter) => [filter, chosenIn(servers, get, filter)] as const)
  const picked = get('only') === undefined ? [] : chosenIn(servers, get, 'pick')
  const terms = termsOf(get('q'), servers)
  return servers.filter(
    (server) =>
      filters.every(([filter, values]) => values.length === 0 || values.includes(server[filter])) &&
      (picked.length === 0 || picked.includes(server.name)) &&
      (terms.length === 0 || terms.some((term) => textOf(server).includes(term))),
  )
}

const textOf = ({ name, displayName, validator }: ListedServer) =>
  [name, displayName, validator].join('\n').toLowerCase()

/** Splits a search at commas, and at spaces except those in a server's own name. */
function termsOf(search = '', servers: readonly ListedServer[]): string[] {
  const phrases = listOf(search.toLowerCase()).map((phrase) => phrase.trim())
  const isKnown = (phrase: string) => servers.some((server) => textOf(server).includes(phrase))
  return phrases
    .flatMap((phrase) => (isKnown(phrase) ? phrase : phrase.split(/\s+/)))
    .filter((term) => term !== '')
}

/** Returns the values of a filter that several servers share, the most frequent first. */
export function sharedValues(servers: readonly ListedServer[], filter: Filter): string[] {
  const candidates =
    filter === 'family' ? servers.filter(({ kind }) => kind === 'framework') : servers
  return [...Map.groupBy(candidates, (server) => server[filter])]
    .filter(([, group]) => group.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([value]) => value)
}
