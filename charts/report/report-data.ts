/** Makes the report's data from stored results. */
import { CAVEATS } from '../../shared/results/caveats.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Column } from '../instruments/columns.ts'
import type { RunRow, RunTable } from '../text/run-columns.ts'
import type { Panel, ReportData } from './data.ts'
import { listedServers, propertiesOf } from './listed-servers.ts'
import { scenarioData } from './scenario-data.ts'

/**
 * @param published in the order of the scenarios
 * @param panelsOf returns a server's figures by instruments
 * @param columns of instruments, beside ratios
 * @throws UsageError if a stored file is invalid
 */
export function reportData(
  published: readonly Published[],
  panelsOf: (scenario: string, server: string) => Panel[] = () => [],
  costs: ReportData['costs'] = [],
  columns: readonly Column<RunRow, RunTable>[] = [],
): ReportData {
  const texts = new Places()
  const heads = new Places()
  const counts = countsStore.mostComplete()
  const all = published.map((each) => {
    const { scenario } = each.result
    return scenarioData(each, {
      counts: counts.find(({ file }) => file.scenario === scenario)?.file,
      panelsOf: (server) =>
        panelsOf(scenario, server).map(({ rows, ...head }) => [heads.of(JSON.stringify(head)), rows]),
      textOf: (text) => texts.of(text),
    })
  })
  return {
    scenarios: all,
    servers: listedServers(
      published.map(({ result }) => result),
      columns,
    ),
    properties: propertiesOf(columns),
    costs,
    heads: heads.all.map((head) => JSON.parse(head)),
    texts: texts.all,
    caveats: Object.fromEntries(Object.entries(CAVEATS).map(([kind, { mark, meaning }]) => [kind, { mark, meaning }])),
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
