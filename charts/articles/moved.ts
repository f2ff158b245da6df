/** Draws how far servers' ratios moved between two machines. */
import { type Drawing, INNER_WIDTH } from '../draw/frame.ts'
import { axisStyle, type Layer } from '../draw/layer.ts'
import type { Theme } from '../draw/theme.ts'

/** A server's ratio to the baseline on two machines. */
export interface Moved {
  name: string
  first: number
  second: number
}

/** The ratio on the second machine as a share of that on the first. */
export const shareOf = ({ first, second }: Moved) => second / first

/** px */
const [LEFT, RIGHT, HEIGHT] = [70, 20, 340]
const SERIES = ['a starved machine, then another', 'two healthy machines']

/** @param starved servers on a starved machine, and on another; both lists with the one that falls most first */
export function drawMoved(title: string, starved: readonly Moved[], healthy: readonly Moved[], theme: Theme): Drawing {
  const rows = [starved, healthy].flatMap((all, i) =>
    all.map((moved) => ({ ...moved, share: shareOf(moved), series: SERIES[i] })),
  )
  const labelled = [starved.at(0), starved.at(-1)].map((moved) =>
    rows.find((row) => row.name === moved?.name && row.first === moved.first),
  )
  const log = (from: number, to: number) => ({ type: 'log' as const, nice: false, domain: [from, to] })
  const across = { ...axisStyle('ratio to http-node on the first machine', theme), values: [0.1, 0.2, 0.5, 1, 2] }
  const up = { ...axisStyle('second machine / first', theme), values: [0.8, 1, 1.25, 1.5, 1.75], format: '.2f' }
  const x = { field: 'first', type: 'quantitative' as const, scale: log(0.09, 2.2), axis: across }
  const level = { type: 'quantitative' as const, scale: log(0.75, 1.85), axis: up }
  const y = { ...level, field: 'share' }
  const scale = { domain: SERIES, range: [theme.roles.bun, theme.roles.node] }
  const legend = {
    title: null,
    orient: 'none',
    direction: 'horizontal',
    legendX: 0,
    legendY: HEIGHT + 42,
    labelColor: theme.text,
    labelLimit: 0,
  } as const
  const layer: Layer[] = [
    {
      data: { values: [{}] },
      mark: { type: 'rule', color: theme.text, strokeDash: [4, 3] },
      encoding: { y: { ...level, datum: 1 } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 0.9, size: 55 },
      encoding: {
        x,
        y,
        color: { field: 'series', type: 'nominal', scale, legend },
        shape: {
          field: 'series',
          type: 'nominal',
          scale: { domain: SERIES, range: ['triangle-up', 'circle'] },
          legend,
        },
      },
    },
    {
      data: { values: labelled },
      mark: { type: 'text', align: 'left', dx: 8, fontSize: 12, fill: theme.text },
      encoding: { x, y, text: { field: 'name', type: 'nominal' } },
    },
  ]
  return {
    title,
    subtitle:
      'A point is a server. On the dashed line, its ratio is the same on both machines. Both axes are logarithmic.',
    ...{ rows, layer, width: INNER_WIDTH - LEFT - RIGHT, height: HEIGHT },
    margin: { left: LEFT, above: 14, below: 76 },
  }
}
