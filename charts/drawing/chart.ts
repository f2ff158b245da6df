import type { Result } from '../../shared/result/format.ts'
import type { Row } from '../specs/rows.ts'
import type { Drawing } from './frame.ts'
import type { Theme } from './theme.ts'

/** One picture of a result. */
export interface Chart {
  /** Name of its files. */
  id: string
  title: string
  /** What it shows of each server, best first. */
  rows(result: Result): Row[]
  draw(result: Result, theme: Theme): Drawing
}
