/** Finds the functions whose instructions changed most, where counts differ significantly. */
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import {
  type ChangedFigure,
  type ComparedMetric,
  MOST_FUNCTIONS,
} from '../../shared/probes/versions-file.ts'
import { comparedValues, verdictOf } from '../../shared/stats/ratio.ts'
import type { Counter } from '../counters/counter.ts'
import { mostChanged, type Profile } from '../counters/functions.ts'
import { inLanes } from '../counters/lanes.ts'
import { Profiles } from '../counters/profiles.ts'
import { say } from '../terminal/output.ts'
import type { Metric, MetricPlan, Row } from './metric.ts'

interface Found {
  functions: ChangedFigure[]
  caveats: string[]
}

/** Measures one more process of each side, with profiles, if a figure differs. If that fails, a caveat says why: the figures stand. */
export async function changedFunctions(
  metric: Metric,
  plan: MetricPlan,
  rows: readonly Row[],
  compared: Omit<ComparedMetric, 'how'>,
): Promise<Found> {
  const { counter, folder } = plan
  const changed = rows.filter((row) => hasChanged(row, compared))
  // Bun has no map of its code.
  const isKnown = metric.counts && counter && folder.manifest.runtime === 'node'
  if (!isKnown || changed.length === 0) return { functions: [], caveats: [] }
  const figures = changed.map(({ name }) => name).join('; ')
  say(`${figures}: one more process of each shows where`)
  let reason = 'it has no profile'
  try {
    const [first, second] = await profilesOf(metric, { ...plan, counter })
    const functions = changed.flatMap((row) => {
      const id = 'counted' in row ? row.counted : undefined
      const [before, after] = [first, second].map((side) => side?.get(id ?? ''))
      if (!before || !after) return []
      return [{ figure: row.name, functions: mostChanged(before, after, MOST_FUNCTIONS) }]
    })
    if (functions.length > 0) return { functions, caveats: [] }
  } catch (error) {
    reason = oneLine(messageOf(error))
  }
  return { functions: [], caveats: [`${figures}: changed functions unknown: ${reason}`] }
}

function hasChanged(
  row: Row,
  { repeated, better, threshold }: Omit<ComparedMetric, 'how'>,
): boolean {
  if ('notMeasured' in row) return false
  const values = comparedValues(row.first, row.second, repeated)
  return ['better', 'worse'].includes(verdictOf(values, better, threshold))
}

/** Returns the profiles of each side, by the ids of metrics. @throws Unmeasurable */
async function profilesOf(
  metric: Metric,
  plan: MetricPlan & { counter: Counter },
): Promise<Map<string, Profile>[]> {
  const sides: Map<string, Profile>[] = []
  await inLanes(plan.lanes, [0, 1], async (side, cpus) => {
    using profiles = new Profiles()
    await metric.measure({
      ...plan,
      counter: plan.counter.profiling(profiles),
      processes: 1,
      lanes: [cpus],
      servers: (file) => plan.servers(file).slice(side, side + 1),
      withModules: (files) => plan.withModules(files).slice(side, side + 1),
    })
    sides[side] = await profiles.all()
  })
  return sides
}
