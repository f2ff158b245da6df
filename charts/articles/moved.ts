/** Draws how far servers' ratios moved between two machines. */
import { type Drawing, INNER_WIDTH } from '../draw/frame.ts'
import { axisBelow, type Domain, logScale } from '../draw/scale.ts'
import { rule, symbol, text } from '../draw/svg.ts'
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
const WIDTH = INNER_WIDTH - LEFT - RIGHT
const ACROSS: Domain = [0.09, 2.2]
const UP: Domain = [0.75, 1.85]
const SHARES = [0.8, 1, 1.25, 1.5, 1.75]

/** @param starved servers on a starved machine, and on another; both lists with the one that falls most first */
export function drawMoved(
  title: string,
  starved: readonly Moved[],
  healthy: readonly Moved[],
  theme: Theme,
): Drawing {
  const x = logScale(ACROSS, WIDTH)
  const scale = logScale(UP, HEIGHT)
  const y = (share: number) => HEIGHT - scale(share)
  const series = [
    { title: 'a starved machine, then another', role: 'deno', all: starved },
    { title: 'two healthy machines', role: 'node', all: healthy },
  ] as const
  const ends = [starved.at(0), starved.at(-1)].flatMap((moved) => moved ?? [])
  return {
    title,
    subtitle:
      'A point is a server. On the dashed line, its ratio is the same on both machines. Both axes are logarithmic.',
    height: HEIGHT,
    margin: { left: LEFT, above: 24, below: 76 },
    marks: [
      ...axisBelow(
        'ratio to http-node on the first machine',
        ACROSS,
        { width: WIDTH, height: HEIGHT },
        theme,
      ),
      text('second machine / first', -LEFT, -14, { fill: theme.muted }),
      ...SHARES.flatMap((share) => [
        rule([0, y(share)], [WIDTH, y(share)], theme.grid),
        text(share.toFixed(2), -6, y(share), { fill: theme.muted, anchor: 'end' }),
      ]),
      rule([0, y(1)], [WIDTH, y(1)], theme.text, { 'stroke-dasharray': '4 3' }),
      ...series.flatMap(({ title, role, all }, i) => [
        ...all.map((moved) => symbol(role, x(moved.first), y(shareOf(moved)), theme)),
        symbol(role, 6 + i * 240, HEIGHT + 58, theme),
        text(title, 18 + i * 240, HEIGHT + 58, { fill: theme.text, size: 11.5 }),
      ]),
      ...ends.map((moved) =>
        text(moved.name, x(moved.first) + 9, y(shareOf(moved)), { fill: theme.text, size: 12 }),
      ),
    ],
  }
}
