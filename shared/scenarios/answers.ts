/** Zod schemas of the response to any accepted call. */
import { z } from 'zod'

/** As `toISOString` and other serializers write it; years beyond four digits have a sign. */
export const isoDate = z
  .string()
  .regex(/^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'no ISO 8601 date and time')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'no date that JavaScript can read')

/** Makes a scenario's `flawOf`: the first flaw, with the place of it. */
export function flawIn(model: z.ZodType): (answer: unknown) => string | null {
  return (answer) => {
    const parsed = model.safeParse(answer)
    if (parsed.success) return null
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'answer'}: ${issue?.message}`
  }
}
