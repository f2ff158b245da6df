/** Small multiples: a panel a server, one trial each, all on the same scales, the baseline's line in every panel. */
import type { ServerResult, Trial } from '../../shared/result/format.ts'
import type { Chart } from '../drawing/chart.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { boldBaseline, type Layer, roleColor } from '../drawing/layer.ts'
import type { Theme } from '../drawing/theme.ts'
import { peakMemory } from './peak-memory.ts'

const MOST_COLUMNS = 4
const GAP = { column: 16, row: 34 }
const AXIS = 40
const PANEL_HEIGHT = 80

type Color = ReturnType<typeof roleColor>

export const memoryOverTime: Chart = {
  id: 'memory-over-time',
  title: 'Memory over time, panels by peak memory',
  rows: peakMemory.rows,
  draw(result, theme): Drawing {
    const rows = peakMemory.rows(result)
    const columns = Math.min(MOST_COLUMNS, rows.length) || 1
    const width = Math.floor((INNER_WIDTH - AXIS - (columns - 1) * GAP.column) / columns)
    const pointsOf = (name: string) => points(result.servers.find((server) => server.name === name))
    const baseline = rows.some(({ role }) => role === 'baseline') ? pointsOf(result.baseline) : []
    const values = rows.flatMap(({ name, markedLabel, role, figure }) => [
      { panel: name, role, kind: 'heading', label: markedLabel, figure },
      ...baseline.map((point) => ({ panel: name, role: 'baseline', kind: 'baseline', ...point })),
      ...pointsOf(name).map((point) => ({ panel: name, role, kind: 'own', ...point })),
    ])
    const height = Math.ceil(rows.length / columns) * (PANEL_HEIGHT + GAP.row) - GAP.row
    const color = roleColor(rows, height + 34, theme)
    return {
      title: 'Memory over time',
      subtitle: `MB of all the server’s processes while it is loaded, in the round with the median peak. Figures: the median peak since the start, which may lie outside of the load.${
        baseline.length > 0 ? ' Dashed: the baseline.' : ''
      }`,
      margin: { left: AXIS, above: 22, below: 70 },
      width: INNER_WIDTH - AXIS,
      height,
      spec: {
        data: { values },
        facet: {
          field: 'panel',
          type: 'nominal',
          sort: rows.map(({ name }) => name),
          header: { labelExpr: `''`, title: null },
        },
        columns,
        spacing: GAP,
        bounds: 'flush',
        spec: {
          width,
          height: PANEL_HEIGHT,
          layer: [
            line('baseline', color, theme),
            line('own', color, theme),
            heading('label', { x: 0, align: 'left', fontSize: 12, fontWeight: boldBaseline, fill: theme.text }),
            heading('figure', { x: width, align: 'right', fontSize: 11, fill: theme.muted }),
          ],
        },
      },
    }
  },
}

/** The trial whose peak is the median; of an even number, the lower middle one. */
export function typicalTrial(trials: Trial[]): Trial | undefined {
  return trials.toSorted((a, b) => a.memory.peakBytes - b.memory.peakBytes)[Math.floor((trials.length - 1) / 2)]
}

function points(server: ServerResult | undefined) {
  const series = typicalTrial(server?.trials ?? [])?.memory.series ?? []
  return series.map(([seconds, bytes]) => ({ seconds, megabytes: bytes / 1e6 }))
}

function line(which: 'own' | 'baseline', color: Color, theme: Theme): Layer {
  const axis = {
    domain: false,
    ticks: false,
    gridColor: theme.grid,
    labelColor: theme.muted,
    labelFontSize: 10,
    title: null,
  } as const
  return {
    transform: [{ filter: `datum.kind === '${which}'` }],
    mark: {
      type: 'line',
      ...(which === 'own' ? { strokeWidth: 2, point: { size: 14 } } : { strokeWidth: 1, strokeDash: [3, 3] }),
    },
    encoding: {
      x: {
        field: 'seconds',
        type: 'quantitative',
        // A label stands at its tick or nowhere: those of two panels would touch.
        axis: {
          ...axis,
          grid: false,
          tickCount: 4,
          labelExpr: `datum.label + ' s'`,
          labelFlush: false,
          labelBound: true,
        },
      },
      y: { field: 'megabytes', type: 'quantitative', scale: { nice: 3 }, axis: { ...axis, tickCount: 3 } },
      color,
    },
  }
}

function heading(field: 'label' | 'figure', style: object): Layer {
  return {
    transform: [{ filter: `datum.kind === 'heading'` }],
    mark: { type: 'text', y: -10, ...style },
    encoding: { text: { field, type: 'nominal' } },
  }
}
