/** An interval of ranks as tables and charts show it: `3`, or `1–4`. */
import type { Summary } from './format.ts'

export function rankText({ best, worst }: Summary['ranks']): string {
  return best === worst ? String(best) : `${best}–${worst}`
}
