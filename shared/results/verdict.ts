/** A verdict as a result file has it; `verdicts.ts` gives it. */
import { z } from 'zod'

/** A caveat of a number that remains valid. */
export const Verdict = z.strictObject({
  kind: z.enum([
    'generator-limited',
    'idle',
    'unknown-limit',
    'noisy',
    'unsettled',
    'bimodal',
    'other-node',
    'accepts-invalid',
    'logs',
    'ignored-sigterm',
    'left-processes',
  ]),
  message: z.string(),
})

export type Verdict = z.infer<typeof Verdict>
