import * as z from 'zod'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'

/** Friends of each user. The schema of https://github.com/colinhacks/zod/issues/6557 retained the last value that it had parsed. */
const FRIENDS = 300

export const heap: SchemaBuilder<z.ZodType> = {
  library: 'zod, a recursive schema',
  package: 'zod',
  user(name) {
    const schema: z.ZodType = z.object({
      id: z.number(),
      [name]: z.string(),
      surname: z.string(),
      lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      get friends(): z.ZodType {
        return z.array(schema).optional()
      },
    })
    return schema
  },
  string: null,
  accepts(schema, value) {
    const friends = Array.from({ length: FRIENDS }, () => ({ ...(value as object) }))
    return schema.safeParse({ ...(value as object), friends }).success
  },
}
