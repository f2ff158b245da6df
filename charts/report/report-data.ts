/** Makes the report's data from stored results. */
import { ROOT } from '../../shared/basics/root.ts'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Panel, ReportData } from './data.ts'
import { scenarioData } from './scenario-data.ts'

/**
 * @param published in the order of the scenarios
 * @param panelsOf returns a server's figures by instruments
 * @throws UsageError if a stored file is invalid
 */
export function reportData(
  published: readonly Published[],
  panelsOf: (scenario: string, server: string) => Panel[] = () => [],
  root = ROOT,
): ReportData {
  const texts = new Map<string, number>()
  const textOf = (text: string) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text) as number
  }
  const counts = countsStore.mostComplete({ root })
  const all = published.map((each) => {
    const { scenario } = each.result
    return scenarioData(each, {
      counts: counts.find(({ file }) => file.scenario === scenario)?.file,
      panelsOf: (server) => panelsOf(scenario, server),
      textOf,
    })
  })
  return {
    scenarios: all,
    texts: [...texts.keys()],
    caveats: Object.fromEntries(Object.entries(CAVEATS).map(([kind, { mark, meaning }]) => [kind, { mark, meaning }])),
  }
}
