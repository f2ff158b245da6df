import type { Result } from '../../shared/result/format.ts'
import type { Drawing } from '../drawing/frame.ts'
import type { Theme } from '../drawing/theme.ts'
import type { Row } from './rows.ts'

/** One picture of a result. */
export interface Chart {
  /** Name of its files. */
  id: string
  title: string
  /** What it shows of each server, best first. */
  rows(result: Result): Row[]
  draw(result: Result, theme: Theme): Drawing
}
