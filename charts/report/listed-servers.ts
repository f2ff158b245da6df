/** Servers of all scenarios, with properties that the report shows beside their ratios. */

import type { ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probes/column.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type RunRow, type RunTable, runRows } from '../table/run-columns.ts'
import { isValidator, validationFacts } from '../text/facts.ts'
import type { Kind, ListedServer } from './data.ts'
import { figureOf } from './figures.ts'

const FACTS = ['unknown keys', '`"1"` for a number']

/** Returns the titles of a server's properties, with units. @param columns of instruments */
export function propertiesOf(columns: readonly Column<RunRow, RunTable>[]): string[] {
  return [
    ...FACTS.map((fact) => fact.replaceAll('`', '')),
    ...columns.map(({ title }) => String(title)),
  ]
}

/**
 * @param results in the order of the scenarios
 * @param columns of instruments
 */
export function listedServers(
  results: readonly PooledResult[],
  columns: readonly Column<RunRow, RunTable>[],
): Omit<ListedServer, 'panels' | 'found'>[] {
  const measured = results.flatMap((result) =>
    result.servers.filter(({ summary }) => summary !== null).map((server) => ({ result, server })),
  )
  return [...Map.groupBy(measured, ({ server }) => server.name).values()].map((all) => {
    const [{ server, result }] = all as [(typeof measured)[number]]
    const { name } = server
    // Of the first scenario that shows one.
    const facts = new Map(
      all.toReversed().flatMap((each) => validationFacts(each.server, each.result.scenario)),
    )
    const [row] = runRows([server])
    return {
      name,
      displayName: server.displayName,
      runtime: server.runtime,
      kind: kindOf(server),
      isUnranked: all.some((each) => each.server.summary && acceptsInvalid(each.server.summary)),
      family: name.split(/[-.]/)[0] as string,
      validator: validatorOf(server),
      properties: [
        ...FACTS.map((fact) => facts.get(fact) ?? null),
        ...columns.map(({ value }) => (row ? figureOf(value(row, result)) : null)),
      ],
    }
  })
}

function kindOf(server: ServerResult): Kind {
  if (server.version === null) return 'bare'
  if (isValidator(server)) return 'validator'
  return server.router || server.validation.by !== 'hand-written' ? 'framework' : 'serializer'
}

function validatorOf({ validation: { by, library } }: ServerResult): string {
  return library ?? (by === 'framework' ? 'built-in' : by)
}
