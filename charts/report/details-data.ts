/** What stands behind a server's row: where its time goes, latencies at rates, and what its layers cost. */
import type { Median } from '../../shared/result/format.ts'
import type { LatencyServer } from '../../shared/result/latency.ts'
import { type Quantile, summarizePoint } from '../../shared/result/latency-summary.ts'
import { MEASURES, type PublishedLayers } from '../../shared/result/layers.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
import type { Memory } from '../../shared/result/memory.ts'
import type { ProfiledServer } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import { packagesOf, partOf } from '../../shared/result/profile-summary.ts'
import type { Figure, LatencyPointData, LayersData, Part, ProfileData } from './data.ts'
import { estimateFigure, figure, rounded } from './figures.ts'

/** Packages beyond these have next to nothing. */
const MOST_PACKAGES = 8

/** Null where it was refused or not profiled. */
export function profileOf(server: ProfiledServer | undefined): ProfileData | null {
  if (!server || server.refusal !== null || server.processes.length === 0) return null
  return {
    parts: PART_NAMES.map((part) => ({ name: PARTS[part].title, figure: estimateFigure(partOf(server, part)) })),
    packages: packagesOf(server)
      .slice(0, MOST_PACKAGES)
      .map((each) => ({ name: `${each.package}, ${PARTS[each.part].title}`, figure: estimateFigure(each) })),
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
  const { value, processes } = quantile
  return figure(value, processes?.least ?? null, processes?.greatest ?? null)
}

/** None where it was refused or not watched. */
export function memoryOf(server: string, memory: Memory | undefined): Part[] {
  const summary = memory?.servers.find(({ name }) => name === server)?.summary
  if (!summary) return []
  const { start, peak, idle, heap } = summary
  const megabytes = ({ median, min, max }: Median) => figure(median / 1e6, min / 1e6, max / 1e6)
  return [
    { name: 'after the first answer', figure: megabytes(start) },
    { name: 'at its peak', figure: megabytes(peak) },
    { name: 'at rest', figure: megabytes(idle) },
    ...(heap ? [{ name: 'heap after a collection', figure: megabytes(heap) }] : []),
  ]
}

/** By each measure that the server was measured in. */
export function layersOf(server: string, published: PublishedLayers): LayersData[] {
  return MEASURES.flatMap((measure): LayersData[] => {
    const layered = serverLayers(published[measure]?.file ?? { servers: [] }, measure)
    const own = layered.find((each) => each.server.name === server)
    if (!own) return []
    const parts = own.layers.map(({ layer, ...estimate }) => ({ name: layer, figure: estimateFigure(estimate) }))
    return [{ unit: measure === 'instructions' ? 'instructions' : 'µs', parts, whole: estimateFigure(own.whole) }]
  })
}
