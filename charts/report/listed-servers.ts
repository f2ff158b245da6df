/** Servers of all scenarios, with properties that the report shows beside their ratios. */
import type { Result, ServerResult } from '../../shared/results/format.ts'
import { validationFacts } from '../text/facts.ts'
import type { Kind, ListedServer, Panel } from './data.ts'

/** Title, and the instrument's panel and column that it comes from; the first that a server has. */
const FIGURES: readonly (readonly [title: string, ...places: (readonly [panel: string, column: string])[]])[] = [
  [
    'startup, M instr.',
    ['Startup', 'million instructions'],
    ['Startup: Bundled, and with a compile cache', 'source, million instructions'],
  ],
  ['route, KB heap', ['Memory of schemas and routes: Routes', 'route, used once, KB']],
  ['types, s of tsc', ['Cost of inferred types: CPU time and memory of procedures', 'CPU of 1,000, s, TS 7']],
]

const FACTS = ['unknown keys', '`"1"` for a number']

/** Titles of a server's properties, with units. */
export const PROPERTIES: string[] = [
  ...FACTS.map((fact) => fact.replaceAll('`', '')),
  ...FIGURES.map(([title]) => title),
]

/** Scenario whose panels have the instruments that know no scenario. */
const USUAL = 'update-user'

/** @param results in the order of the scenarios */
export function listedServers(
  results: readonly Result[],
  panelsOf: (scenario: string, server: string) => readonly Panel[],
): ListedServer[] {
  const measured = results.flatMap(({ scenario, servers }) =>
    servers.filter(({ summary }) => summary !== null).map((server) => ({ scenario, server })),
  )
  return [...Map.groupBy(measured, ({ server }) => server.name).values()].map((all) => {
    const [{ server }] = all as [(typeof measured)[number]]
    const { name } = server
    // Of the first scenario that shows one.
    const facts = new Map(all.toReversed().flatMap((each) => validationFacts(each.server, each.scenario)))
    const panels = panelsOf(USUAL, name)
    return {
      name,
      displayName: server.displayName,
      runtime: server.runtime,
      kind: kindOf(server),
      family: name.split(/[-.]/)[0] as string,
      validator: validatorOf(server),
      properties: [
        ...FACTS.map((fact) => facts.get(fact) ?? null),
        ...FIGURES.map(([, ...places]) => figureIn(panels, places)),
      ],
    }
  })
}

function kindOf({ router, version, validation }: ServerResult): Kind {
  if (version === null) return 'bare'
  if (router) return 'framework'
  return validation.by === 'hand-written' ? 'serializer' : 'validator'
}

function validatorOf({ validation: { by, library } }: ServerResult): string {
  return library ?? (by === 'framework' ? 'built-in' : by)
}

function figureIn(panels: readonly Panel[], places: readonly (readonly [panel: string, column: string])[]) {
  for (const [title, column] of places) {
    const panel = panels.find((each) => each.title === title)
    const cell = panel?.rows[0]?.[panel.columns.indexOf(column)]
    if (cell !== undefined && cell !== '') return cell
  }
  return null
}
