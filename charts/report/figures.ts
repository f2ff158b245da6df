/** Rounds figures for the report's data. */
import type { Value } from '../../shared/probes/column.ts'
import { endsOf, middleOf } from '../table/columns.ts'
import type { Figure } from './data.ts'

const rounded = (value: number) => Number(value.toPrecision(5))

/** Returns a column's value as the report has it; null if unknown. */
export function figureOf(value: Value): Figure | string | null {
  const [middle, ends] = [middleOf(value), endsOf(value)]
  if (typeof middle !== 'number') return middle
  if (!Number.isFinite(middle)) return '∞'
  return ends
    ? [rounded(middle), rounded(ends.low), rounded(ends.high)]
    : [rounded(middle), null, null]
}
