/** The goal of `--until`: every ratio to the baseline as sure as was asked for. */
import type { Summary } from '../../shared/result/format.ts'
import { halfWidth } from '../../shared/result/intervals.ts'

export interface WideRatio {
  name: string
  /** Half of its interval, as a share; infinite where one round has none. */
  halfWidth: number
}

/**
 * The servers whose ratio is not as sure as was asked for, the widest first.
 * @param summaries by the servers' names; without a summary or a ratio there is nothing to be sure of
 * @param asked half of the interval, as a share
 */
export function widerThan(
  asked: number,
  summaries: Iterable<readonly [name: string, Pick<Summary, 'ratioToBaseline'> | null]>,
): WideRatio[] {
  return [...summaries]
    .flatMap(([name, summary]) =>
      summary?.ratioToBaseline ? [{ name, halfWidth: widthOf(summary.ratioToBaseline) }] : [],
    )
    .filter((ratio) => ratio.halfWidth > asked)
    .toSorted((a, b) => b.halfWidth - a.halfWidth)
}

function widthOf({ ratio, low, high }: NonNullable<Summary['ratioToBaseline']>): number {
  return low === null || high === null ? Number.POSITIVE_INFINITY : halfWidth({ ratio, low, high })
}
