/** All pictures of a result, in the order in which README shows them. */
import type { Result } from '../bench/result.ts'
import type { Chart } from './chart.ts'
import { caption } from './conditions.ts'
import { frame } from './frame.ts'
import { renderSvg } from './render.ts'
import { cpu } from './specs/cpu.ts'
import { cpuPerRequest } from './specs/cpu-per-request.ts'
import { latency } from './specs/latency.ts'
import { memoryOverTime } from './specs/memory-over-time.ts'
import { peakMemory } from './specs/peak-memory.ts'
import { relative } from './specs/relative.ts'
import { requestsPerSecond } from './specs/requests-per-second.ts'
import { throughput } from './specs/throughput.ts'
import { type ThemeName, themes } from './theme.ts'

export const charts: Chart[] = [
  requestsPerSecond,
  relative,
  latency,
  cpuPerRequest,
  throughput,
  peakMemory,
  memoryOverTime,
  cpu,
]

/** Those that have something to show: without the baseline there is nothing relative to it. */
export function chartsOf(result: Result): Chart[] {
  return charts.filter((chart) => chart.rows(result).length > 0)
}

/** From the repository's root. */
export function pictureFolder(scenario: string): string {
  return `charts/published/${scenario}`
}

export function picturePath(scenario: string, chart: Chart, theme: ThemeName): string {
  return `${pictureFolder(scenario)}/${chart.id}.${theme}.svg`
}

export function drawChart(chart: Chart, result: Result, theme: ThemeName): Promise<string> {
  return renderSvg(frame(chart.draw(result, themes[theme]), caption(result), themes[theme]))
}
