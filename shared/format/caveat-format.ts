/** Format of a caveat; `caveats.ts` has the rules. */
import { z } from 'zod'

/** A caveat qualifies a number that remains valid. */
export const Caveat = z.strictObject({
  kind: z.enum([
    'generator-limited',
    'idle',
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

export type Caveat = z.infer<typeof Caveat>
