/** A bar with whiskers. It is hidden from screen readers, since its figure is beside it as text. */
import { html, nothing, svg, type TemplateResult } from 'lit-html'
import type { Cell } from './columns.ts'

const HEIGHT = 22
const BAR = 12

/** Returns the value at the end of an axis from zero that fits all values, whiskers and the mark. */
export function axisEnd(cells: readonly Cell[], mark = Number.MIN_VALUE): number {
  const highest = cells.map(({ value, ends }) => Math.max(Number(value), ends?.[1] ?? 0))
  return 1.02 * Math.max(...highest, mark)
}

/**
 * @param end value at the end of the axis
 * @param role name of its color
 * @param mark position of a line across the bar, such as the baseline's 1
 */
export function bar(
  { value, ends: [low, high] = [0, 0] }: Cell,
  end: number,
  role: string,
  mark?: number,
): TemplateResult {
  const percentAt = (x: number) => `${((100 * Math.max(0, x)) / end).toFixed(2)}%`
  const middle = HEIGHT / 2
  const line = (kind: string, from: number, to: number, half: number) => svg`
    <line class=${kind} x1=${percentAt(from)} x2=${percentAt(to)} y1=${middle - half} y2=${middle + half}></line>`
  return html`
    <svg height=${HEIGHT} width="100%" aria-hidden="true" focusable="false">
      <rect class="fill" .style=${`--role: var(--${role})`} y=${middle - BAR / 2} height=${BAR} width=${percentAt(Number(value))} rx="2"></rect>
      ${mark === undefined ? nothing : line('mark', mark, mark, middle)}
      ${low === high ? nothing : [line('whisker', low, high, 0), line('whisker', low, low, 3.5), line('whisker', high, high, 3.5)]}
    </svg>`
}
