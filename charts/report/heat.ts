/** Colors of ratios in the heat map: orange below 1, blue above, a pair that color-blind readers distinguish. */
import type { ThemeName } from '../draw/theme.ts'

export const HEAT: Readonly<Record<ThemeName, { slower: string; faster: string }>> = {
  light: { slower: '#e07b00', faster: '#0072b2' },
  dark: { slower: '#d07a10', faster: '#3388c8' },
}

/** Ratio at which a color is full: beyond most, so that 1/11 differs from 1/3. */
const FULL_RATIO = 12
/** Share of a full color on the background, so that text on it stays readable. */
const LARGEST_SHARE = 0.75

/** Returns a ratio's color, and its share on the background: by the logarithm, so that 2× faster and 2× slower are equally strong. */
export function heatOf(ratio: number): { side: 'slower' | 'faster'; share: number } {
  const share = LARGEST_SHARE * Math.min(1, Math.abs(Math.log(ratio)) / Math.log(FULL_RATIO))
  return { side: ratio < 1 ? 'slower' : 'faster', share }
}
