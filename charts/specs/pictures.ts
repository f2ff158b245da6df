/** All pictures of a result, in the order in which its page shows them. */
import type { Result } from '../../shared/result/format.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { caption } from '../text/conditions.ts'
import type { Chart } from './chart.ts'
import { latencyTail, peakMemory, requestsPerSecond, throughput } from './measures.ts'
import { relative } from './relative.ts'

/** The ratio first: it is the surest figure. */
export const charts: Chart[] = [relative, requestsPerSecond, latencyTail, throughput, peakMemory]

/**
 * Those that have something to show: without the baseline there is nothing relative to it.
 * @param isWatched whether memory was watched for longer than a trial's load, so that its own chart takes the place of the run's
 */
export function chartsOf(result: Result, isWatched = false): Chart[] {
  return charts.filter((chart) => chart.rows(result).length > 0 && !(isWatched && chart === peakMemory))
}

/** From the repository's root. */
export function pictureFolder(scenario: string): string {
  return `charts/published/${scenario}`
}

export function picturePath(scenario: string, chart: Chart, theme: ThemeName): string {
  return `${pictureFolder(scenario)}/${chart.id}.${theme}.svg`
}

export function drawChart(chart: Chart, result: Result, theme: ThemeName): Promise<string> {
  return renderSvg(chart.draw(result, themes[theme]), caption(result), themes[theme])
}
