/** Reads what is stored, and makes of it what the report holds. */
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { readIfComplete } from '../../shared/result/file.ts'
import type { Result } from '../../shared/result/format.ts'
import { HISTORY_FOLDER, type HistoryLine, readHistory } from '../../shared/result/history.ts'
import { historySeries } from '../../shared/result/history-series.ts'
import { countsToPublish } from '../../shared/result/instructions.ts'
import { latenciesToPublish } from '../../shared/result/latency.ts'
import { layersToPublish, NO_LAYERS } from '../../shared/result/layers.ts'
import { memoryToPublish } from '../../shared/result/memory.ts'
import { profilesToPublish } from '../../shared/result/profile.ts'
import { type Published, storedWithoutWithdrawn, withoutWithdrawn } from '../../shared/result/published.ts'
import { type Stored, storedFiles } from '../../shared/result/stored-files.ts'
import { VERDICTS } from '../../shared/result/verdicts.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { ReportData } from './data.ts'
import { scenarioData } from './scenario-data.ts'
import { sourcesOf } from './sources.ts'

/** The scenario whose layers are measured. */
const LAYERED = 'update-user'

/**
 * @param published in the order of the scenarios
 * @throws UsageError where a stored file is broken
 */
export function reportData(published: readonly Published[], root = ROOT): ReportData {
  const texts = new Map<string, number>()
  const textOf = (text: string) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text) as number
  }
  const sources = new Map<string, string>()
  const counts = countsToPublish(root)
  const history = historySeries(historyToShow(root))
  const profiles = profilesToPublish(root)
  const latencies = latenciesToPublish(root)
  const memories = memoryToPublish(scenarios.keys(), root).map(({ file }) => file)
  const layers = layersToPublish(root)
  const all = published.map((each) => {
    const { scenario } = each.result
    return scenarioData(each, {
      runs: runsBeside(each, root),
      counts: counts.find((stored) => stored.file.scenario === scenario),
      history: history.filter((series) => series.scenario === scenario),
      profiled: profiles.find(({ file }) => file.scenario === scenario)?.file.servers ?? [],
      latencies: latencies.find((stored) => stored.scenario === scenario)?.rates?.file.servers ?? [],
      memory: memories.find((each) => each.scenario === scenario && !each.protocol.soak),
      layers: scenario === LAYERED ? layers : NO_LAYERS,
      sourcesOf(server) {
        const own = sourcesOf(server, scenarios.get(scenario)?.file ?? scenario, root)
        for (const [path, text] of own) sources.set(path, text)
        return own
      },
      textOf,
    })
  })
  return {
    scenarios: all,
    sources: Object.fromEntries([...sources].sort()),
    texts: [...texts.keys()],
    verdicts: Object.fromEntries(
      Object.entries(VERDICTS).map(([kind, { mark, meaning }]) => [kind, { mark, meaning }]),
    ),
  }
}

/** All stored runs of the scenario; the published one, which is read already, is not read again. */
function runsBeside({ result, path }: Published, root: string): Stored<Result>[] {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const stored = storedFiles(
    `results/${result.scenario}`,
    (each) => (each.endsWith(file) ? result : readIfComplete(each)),
    root,
  )
  return stored.map((each) => storedWithoutWithdrawn(each, root))
}

/** The stored history without withdrawn servers. */
function historyToShow(root: string): HistoryLine[] {
  return readHistory(join(root, HISTORY_FOLDER)).map((line) => {
    const servers = Object.entries(line.servers).map(([name, point]) => ({ name, point }))
    const { servers: shown } = withoutWithdrawn({ startedAt: line.date, servers }, root)
    return { ...line, servers: Object.fromEntries(shown.map(({ name, point }) => [name, point])) }
  })
}
