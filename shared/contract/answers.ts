/** Zod schemas of responses. */
import { z } from 'zod'

/** ISO 8601 as `toISOString` and other serializers write it; years beyond four digits have a sign. */
export const isoDate = z
  .string()
  .regex(
    /^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    'not an ISO 8601 date and time',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date that JavaScript can parse')

/** Returns a scenario's `errorOf`, which reports the first error and its path. */
export function errorIn(model: z.ZodType): (answer: unknown) => string | null {
  return (answer) => {
    const parsed = model.safeParse(answer)
    if (parsed.success) return null
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'answer'}: ${issue?.message}`
  }
}
