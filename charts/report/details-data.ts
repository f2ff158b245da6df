/** What stands behind a server's row: where its time goes, latencies at rates, and what its steps and layers cost. */
import { COST_MEASURES, type PublishedCosts } from '../../shared/result/cost.ts'
import { libraryCosts } from '../../shared/result/cost-summary.ts'
import type { LatencyServer } from '../../shared/result/latency.ts'
import { type Quantile, summarizePoint } from '../../shared/result/latency-summary.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
import type { ProfiledServer } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import { packagesOf, partOf } from '../../shared/result/profile-summary.ts'
import type { CostData, Figure, LatencyPointData, ProfileData } from './data.ts'
import { estimateFigure, figure, meanFigure, rounded } from './figures.ts'

/** Packages beyond these have next to nothing. */
const MOST_PACKAGES = 8

/** Null where it was refused or not profiled. */
export function profileOf(server: ProfiledServer | undefined): ProfileData | null {
  if (!server || server.refusal !== null || server.processes.length === 0) return null
  return {
    parts: PART_NAMES.map((part) => ({ name: PARTS[part].title, figure: meanFigure(partOf(server, part)) })),
    packages: packagesOf(server)
      .slice(0, MOST_PACKAGES)
      .map((each) => ({ name: `${each.package}, ${PARTS[each.part].title}`, figure: meanFigure(each) })),
  }
}

/** At rates that all servers have, the lowest first. */
export function latencyOf(server: LatencyServer | undefined): LatencyPointData[] {
  const points = (server?.points ?? []).filter(({ share }) => share === null)
  return points
    .flatMap((point): LatencyPointData[] => {
      const summary = summarizePoint(point)
      if (!summary) return []
      const { rate, quantiles, cpu, fails } = summary
      const shown = fails === null ? quantiles : null
      return [
        {
          rate: rounded(rate),
          p50: quantileFigure(shown?.p50),
          p99: quantileFigure(shown?.p99),
          cpu: cpu && fails === null ? figure(cpu.value, cpu.low, cpu.high) : null,
          fails,
        },
      ]
    })
    .sort((a, b) => a.rate - b.rate)
}

function quantileFigure(quantile: Quantile | undefined): Figure | null {
  if (!quantile || quantile.value === null) return null
  return figure(quantile.value, quantile.low, quantile.high)
}

/** Layers of a server, and steps of the library that it stands with, by both measures. */
export function costsOf(server: string, ladders: PublishedCosts, layers: PublishedCosts): CostData[] {
  return COST_MEASURES.flatMap((measure): CostData[] => {
    const unit = measure === 'instructions' ? 'instructions' : 'µs'
    const layered = serverLayers(layers[measure]?.cost ?? { servers: [] }, measure)
    const stepped = libraryCosts(ladders[measure]?.cost ?? { common: [], libraries: [] }, measure)
    return [
      ...layered
        .filter((each) => each.server.name === server)
        .map(({ layers, whole }) => ({
          title: 'Layer by layer, each taken away in turn',
          unit,
          parts: layers.map(({ layer, ...estimate }) => ({ name: layer, figure: estimateFigure(estimate) })),
          whole: estimateFigure(whole),
        })),
      ...stepped
        .filter(({ library }) => library.folder === server)
        .map(({ library, steps, server: whole }) => ({
          title: `Step by step with ${library.library}, each added to bare node:http`,
          unit,
          parts: steps.map(({ step, ...estimate }) => ({ name: step, figure: estimateFigure(estimate) })),
          whole: whole && estimateFigure(whole),
        })),
    ] as CostData[]
  })
}
