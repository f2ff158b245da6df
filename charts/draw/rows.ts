import { shortened } from '../../shared/basics/text.ts'
import type { RuntimeName } from '../../shared/format/disclosure.ts'

/** A figure of a server. */
export interface Point {
  name: string
  role: RuntimeName
  value: number
  /** Ends of the interval or range. */
  low: number
  high: number
}

/** Longest name in a chart. */
const LONGEST = 18

/** Returns a row's name, truncated, with its marks. */
export function labelOf({
  displayName,
  marks = '',
  longest = LONGEST,
}: {
  displayName: string
  marks?: string
  longest?: number
}) {
  return `${shortened(displayName, longest)} ${marks}`.trim()
}
