/** What the method makes of two equals: the baseline measured twice, in words. */

import type { Result } from '../../shared/result/format.ts'
import { halfWidth, isTie } from '../../shared/result/intervals.ts'
import { inline } from '../text/markdown.ts'
import { ratioText } from '../text/numbers.ts'

/** Markdown; nothing where the baseline was measured once. */
export function noiseFloorText({ copy, servers, baseline }: Result): string {
  if (!copy) return ''
  const name = inline(servers.find((server) => server.name === baseline)?.displayName ?? baseline)
  const twice = `Noise floor: the baseline, ${name}, was measured twice under two names`
  if (copy.refusal) return `${twice}, and the second was refused: ${inline(copy.refusal.reason)}`
  const estimate = copy.summary?.ratioToBaseline
  if (!estimate) return `${twice}, and the first has no number.`
  const { ratio, low, high } = estimate
  if (low === null || high === null) return `${twice}: ratio ${ratioText(ratio)}, from too few rounds for an interval.`
  const figures = `ratio ${ratioText(ratio)}, 95% interval ${ratioText(low)}–${ratioText(high)}`
  const width = `±${(halfWidth({ ratio, low, high }) * 100).toFixed(1)}%`
  return isTie({ low, high })
    ? `${twice}: ${figures} (${width}): a tie, as it must be.`
    : `${twice}: ${figures} (${width}): **not** a tie. Do not trust differences of that size.`
}
