/** Ratios to the baseline: the chart of the scenario whose five figures README shows. */
import type { DotChart } from '../../shared/probe/chart.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { range } from '../../shared/text/numbers.ts'
import { marked } from '../text/marks.ts'
import { chartTitle } from './scenario-claims.ts'
import { selectionNote, shortListed } from './short-list.ts'

type Row = ReturnType<typeof marked>[number]

const twoDecimals = (ratio: number) => ratio.toFixed(2)

export function ratioChart(result: PooledResult): DotChart<Row> {
  const { pooled, subjects } = result
  const { baseline } = result.details
  const short = shortListed(result)
  const rows = marked(bestFirst(short))
  const measured = subjects.filter(({ summary }) => summary)
  return {
    kind: 'dots',
    name: 'ratios',
    title: chartTitle(short),
    what: 'requests/s',
    verb: 'handles',
    processes: Math.min(...rows.map(({ samples }) => samples.length)),
    subtitle: `Higher is better. Requests/s relative to ${baseline}, with 95% intervals; the axis is logarithmic.${selectionNote(rows, measured)}`,
    rows,
    all: true,
    axis: `× ${baseline}`,
    headings: ['ratio', 'elsewhere, 95%'],
    figures({ name, summary }) {
      const ratio = summary?.ratioToBaseline ?? { value: 1, low: null, high: null }
      const predicted = pooled.get(name)?.ratio.predicted
      return {
        ...ratio,
        figure: twoDecimals(ratio.value),
        aside: predicted ? range(predicted.low, predicted.high, twoDecimals) : '',
      }
    },
  }
}
