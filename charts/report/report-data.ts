/** Makes the report's data from stored results. */

import type { Column } from '../../shared/probes/column.ts'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import type { Published } from '../../shared/results/published.ts'
import type { RunRow, RunTable } from '../table/run-columns.ts'
import type { ListedServer, Panel, PlacedPanel, ReportData } from './data.ts'
import { listedServers, propertiesOf } from './listed-servers.ts'
import { scenarioData } from './scenario-data.ts'

/** Scenario whose panels have the instruments that know no scenario. */
export const USUAL = 'update-user'

/** What is shown besides runs. */
interface Found {
  /** Returns a server's figures by instruments. */
  panelsOf?(scenario: string, server: string): Panel[]
  foundOn?(server: string): ListedServer['found']
  costs?: ReportData['costs']
  withZod?: ReportData['withZod']
  /** Columns of instruments, beside ratios. */
  columns?: readonly Column<RunRow, RunTable>[]
}

/**
 * @param published in the order of the scenarios
 * @throws UsageError if a stored file is invalid
 */
export function reportData(
  published: readonly Published[],
  { panelsOf = () => [], foundOn = () => [], costs = {}, withZod, columns = [] }: Found = {},
): ReportData {
  const texts = new Places()
  const heads = new Places()
  const placed = (scenario: string, server: string) =>
    panelsOf(scenario, server).map(
      ({ rows, ...head }): PlacedPanel => [heads.of(JSON.stringify(head)), rows],
    )
  const counts = countsStore.pooled()
  const all = published.map((each) => {
    const { scenario } = each.result
    return scenarioData(each, {
      counts: counts.find(({ file }) => file.scenario === scenario)?.file,
      panelsOf: (server) => (scenario === USUAL ? [] : placed(scenario, server)),
      textOf: (text) => texts.of(text),
    })
  })
  const servers = listedServers(
    published.map(({ result }) => result),
    columns,
  )
  return {
    scenarios: all,
    servers: servers.map((server) => ({
      ...server,
      panels: placed(USUAL, server.name),
      found: foundOn(server.name),
    })),
    properties: propertiesOf(columns),
    costs,
    withZod,
    heads: heads.all.map((head) => JSON.parse(head)),
    texts: texts.all,
    caveats: Object.fromEntries(
      Object.entries(CAVEATS).map(([kind, { mark, meaning }]) => [kind, { mark, meaning }]),
    ),
  }
}

/** Gives each distinct text an index. */
class Places {
  readonly #places = new Map<string, number>()

  of(text: string): number {
    const place = this.#places.get(text) ?? this.#places.size
    this.#places.set(text, place)
    return place
  }

  get all(): string[] {
    return [...this.#places.keys()]
  }
}
