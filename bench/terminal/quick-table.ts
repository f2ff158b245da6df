/** Table of a quick run: two digits, one uncertainty for all ratios, and tiers instead of ranks. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { Result } from '../../shared/format/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import {
  leastDifference,
  tiersOf,
  type Uncertainty,
  uncertaintyOf,
} from '../../shared/results/quick.ts'
import { linesBelow, measuredOf, type Tabled } from './table.ts'

type PublishedRuns = Pick<PooledResult, 'servers' | 'runs'>
type QuickRun = Tabled & Pick<Result, 'rounds' | 'scenario'>

/**
 * Returns one row per server, greatest ratio first, then the meaning of the figures, caveats and servers without figures.
 * @param published the scenario's published runs
 */
export function quickTable(run: QuickRun, published: PublishedRuns | undefined): string {
  const measured = measuredOf(run)
  if (measured.length === 0) return linesBelow(run).join('\n')
  const ratios = measured.flatMap(({ summary }) => summary.ratioToBaseline?.ratio ?? [])
  const uncertainty = uncertaintyOf(run, published?.runs.map(({ file }) => file) ?? [])
  const tiers = uncertainty.share === null ? [] : tiersOf(ratios, uncertainty.share)
  const columns = [
    { title: 'tier', cells: tiers.map(String) },
    { title: 'server', cells: measured.map(({ server }) => server.name) },
    {
      title: 'requests/s',
      cells: measured.map(({ summary }) => rateText(summary.requestsPerSecond.value)),
    },
    { title: `× ${run.baseline}`, cells: ratios.map(ratioText) },
    {
      title: 'published',
      cells: ratios.map((_, row) => publishedText(published, measured[row]?.server.name)),
    },
  ].filter(({ cells }) => cells.some((cell) => cell !== ''))
  const table = textTable(
    columns.map(({ title }) => title),
    measured.map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
    columns.map(({ title }) => (title === 'server' ? 'left' : 'right')),
  )
  return [table, ...(ratios.length > 0 ? meanings(run, uncertainty) : []), ...linesBelow(run)].join(
    '\n',
  )
}

function meanings(
  { scenario, baseline }: QuickRun,
  { own, published, share }: Uncertainty,
): string[] {
  if (share === null) return []
  const sources = [
    ...(own === null ? [] : [`±${percent(own)} by the processes of this run`]),
    ...(published === null ? [] : [`±${percent(published)} by those of the published runs`]),
  ]
  return [
    `× ${baseline}: ±${percent(share)} (95%)${sources.length > 1 ? ', the larger of' : ':'} ${sources.join(' and ')}`,
    `tier: no server of a tier differs significantly from its first; differences of ${percent(leastDifference(share))} or more do`,
    ...(published === null
      ? []
      : [`published: by full runs, charts/published/${scenario}/README.md`]),
  ]
}

function publishedText(published: PublishedRuns | undefined, name: string | undefined): string {
  const ratio = published?.servers.find((server) => server.name === name)?.summary?.ratioToBaseline
    ?.ratio
  return ratio === undefined ? '' : ratioText(ratio)
}

const ratioText = (ratio: number) => ratio.toPrecision(2)
const rateText = (rate: number) => grouped(Number(rate.toPrecision(2)))
const percent = (share: number) => `${Number((100 * share).toPrecision(2))}%`
