/** A verdict as a result file has it; `verdicts.ts` gives it. */
import { z } from 'zod'

/** What the runner holds against a number that stands all the same. */
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
