/** What stands behind a server's row: where its time goes, latencies at rates, and what its layers cost. */
import type { LatencyServer } from '../../shared/result/latency.ts'
import { isHeld, type Spread, summarizePoints } from '../../shared/result/latency-summary.ts'
import type { ProfiledServer } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import { packagesOf, partOf } from '../../shared/result/profile-summary.ts'
import type { Figure, LatencyPointData, ProfileData } from './data.ts'
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
  return (server ? summarizePoints(server) : [])
    .filter(({ share, counted }) => share === null && counted > 0)
    .map((summary): LatencyPointData => {
      const { rate, quantiles, cpu, held, counted } = summary
      const shown = isHeld(summary) ? { ...quantiles, cpu } : undefined
      return {
        rate: rounded(rate.median),
        p50: spreadFigure(shown?.p50),
        p99: spreadFigure(shown?.p99),
        cpu: spreadFigure(shown?.cpu),
        fails: shown ? null : `${held} of ${counted} processes held it`,
      }
    })
    .sort((a, b) => a.rate - b.rate)
}

/** Null where its median is longer than was waited for. */
function spreadFigure(spread: Spread | null | undefined): Figure | null {
  if (!spread || !Number.isFinite(spread.median)) return null
  return figure(spread.median, spread.min, Number.isFinite(spread.max) ? spread.max : null)
}
