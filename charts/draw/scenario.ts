/** The chart of a scenario: one row per server of the short list, one panel per metric. */
import { plural } from '../../shared/basics/text.ts'
import type { Result } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { Estimate } from '../../shared/stats/intervals.ts'
import { pooledCaption, runsText } from '../text/conditions.ts'
import { megabytes, range, significant } from '../text/numbers.ts'
import { type Drawing, INNER_WIDTH } from './frame.ts'
import { boldBaseline, heading, type Layer, once, roleColor } from './layer.ts'
import { renderSvg } from './render.ts'
import { bestFirst, endsOf, type FigureOf, type Row, rowsOf } from './rows.ts'
import { fitting } from './short-list.ts'
import { type Theme, type ThemeName, themes } from './theme.ts'

interface Panel {
  title: string
  /** Which direction is better, or the unit. */
  note: string
  /** Significant digits. */
  digits: number
  of: FigureOf<Estimate>
}

const PANELS: readonly Panel[] = [
  { title: 'requests/s', note: 'higher is better', digits: 4, of: ({ requestsPerSecond }) => requestsPerSecond },
  { title: 'p99 latency, ms', note: 'lower is better', digits: 3, of: ({ latencyP99 }) => latencyP99 },
  { title: 'peak memory, MB', note: 'lower is better', digits: 3, of: ({ peakMemory }) => megabytes(peakMemory) },
  { title: 'CPU, %', note: 'of one CPU', digits: 3, of: ({ cpuMean }) => cpuMean },
]

const NAMES = 172
const RANK = { end: 38 - NAMES, name: 45 - NAMES }
const GAP = 12
const WIDTH = Math.floor((INNER_WIDTH - NAMES - (PANELS.length - 1) * GAP) / PANELS.length)
/** Width of the figure beside a panel's longest bar, in px. */
const FIGURE = 50
const ROW = 21

/** Returns the panels, each with its rows in the order of requests/s, best first. */
export function scenarioPanels(result: Result): (Pick<Panel, 'title' | 'note'> & { rows: Row[] })[] {
  const shown = fitting(result)
  const order = bestFirst(shown).map(({ name }) => name)
  return PANELS.map(({ title, note, digits, of }) => {
    const format = (value: number) => significant(value, digits)
    const rows = rowsOf(shown, (summary, server) => {
      const estimate = of(summary, server)
      const [{ value }, ends] = [estimate, endsOf(estimate)]
      return { value, ...ends, figure: format(value), aside: range(ends.low, ends.high, format) }
    })
    return { title, note, rows: rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) }
  })
}

export function drawScenario(result: PooledResult, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const panels = scenarioPanels(result)
  const [{ rows }] = panels as [(typeof panels)[number]]
  const height = rows.length * ROW
  const measured = result.servers.filter(({ summary }) => summary).length
  const drawing: Drawing = {
    title: scenarioTitle(result),
    subtitle: [
      rows.length < measured ? `${rows.length} of ${plural(measured, 'server')}, ranked among all.` : '',
      `Means of ${runsText(result)}.`,
      'Rules: 95% intervals.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    width: INNER_WIDTH - NAMES,
    height,
    margin: { left: NAMES, above: 38, below: 44 },
    spec: {
      hconcat: panels.map((panel, index) => ({
        width: WIDTH,
        height,
        data: { values: panel.rows },
        layer: [
          ...barLayers(panel.rows, height, theme),
          ...headings(panel, theme),
          ...(index === 0 ? nameLayers(theme) : []),
        ],
      })),
      spacing: GAP,
      bounds: 'flush',
      resolve: { scale: { x: 'independent' } },
    },
  }
  return renderSvg(drawing, pooledCaption(fitting(result)), theme)
}

export function scenarioTitle({ scenario }: Result): string {
  return `${scenarios.get(scenario)?.title ?? scenario}: speed, latency, memory and CPU under full load`
}

const y = { field: 'name', type: 'nominal', sort: null, axis: null } as const

function barLayers(rows: readonly Row[], height: number, theme: Theme): Layer[] {
  const most = Math.max(...rows.map(({ value, high }) => Math.max(value, high)), 0) || 1
  const domain: [number, number] = [0, (most * WIDTH) / (WIDTH - FIGURE)]
  const x = { type: 'quantitative', scale: { domain, nice: false, zero: true }, axis: null } as const
  const color = roleColor(rows, height + 14, theme)
  return [
    { mark: { type: 'bar', height: 12 }, encoding: { y, x: { ...x, field: 'value' }, color } },
    {
      transform: [{ filter: 'datum.low < datum.high' }],
      mark: { type: 'rule', color: theme.text, strokeWidth: 1.5 },
      encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
    },
    {
      transform: [{ calculate: 'max(datum.value, datum.high)', as: 'end' }],
      mark: { type: 'text', align: 'left', dx: 4, fill: theme.text, fontSize: 11, fontWeight: boldBaseline },
      encoding: { y, x: { ...x, field: 'end' }, text: { field: 'figure', type: 'nominal' } },
    },
  ]
}

function headings({ title, note }: Pick<Panel, 'title' | 'note'>, theme: Theme): Layer[] {
  const line = (text: string, at: number, fill: string, fontWeight: 'bold' | 'normal'): Layer => ({
    ...once,
    mark: { type: 'text', align: 'left', fill, fontSize: 11, fontWeight },
    encoding: { text: { value: text }, x: { value: 0 }, y: { value: at } },
  })
  return [line(title, -26, theme.text, 'bold'), line(note, -12, theme.muted, 'normal')]
}

function nameLayers(theme: Theme): Layer[] {
  return [
    heading('rank', -NAMES, 'left', theme),
    {
      mark: { type: 'text', align: 'right', fill: theme.muted, fontSize: 12 },
      encoding: { y, x: { value: RANK.end }, text: { field: 'rank', type: 'nominal' } },
    },
    {
      mark: { type: 'text', align: 'left', fill: theme.text, fontSize: 12, fontWeight: boldBaseline },
      encoding: { y, x: { value: RANK.name }, text: { field: 'markedLabel', type: 'nominal' } },
    },
  ]
}
