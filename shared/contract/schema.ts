/** Zod schemas of models and responses, and what zod does not say of them. */
import { z } from 'zod'

/** ISO 8601 as `toISOString` and other serializers write it; years beyond four digits have a sign. */
export const isoDate = z
  .string()
  .regex(
    /^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    'not an ISO 8601 date and time',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date that JavaScript can parse')

/** Tells which values of a schema a server may also reject or change. */
export const tolerance = z.registry<{ isOpen: (value: z.$output) => boolean }>()

export interface Limits {
  least: number
  most: number
}

/** Returns the limits of a number, of a string's length, or of an array's length; infinite where there are none. */
export function limitsOf(schema: z.ZodString | z.ZodNumber | z.ZodArray): Limits {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = z.toJSONSchema(schema)
  return {
    least: minimum ?? minLength ?? minItems ?? Number.NEGATIVE_INFINITY,
    most: maximum ?? maxLength ?? maxItems ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns a scenario's `errorOf`, which reports the first error and its path. */
export function errorIn(model: z.ZodType): (response: unknown) => string | null {
  return (response) => {
    const parsed = model.safeParse(response)
    if (parsed.success) return null
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'response'}: ${issue?.message}`
  }
}
