import * as z from 'zod'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder<z.ZodType> = {
  library: 'zod 4.5.4',
  package: 'zod',
  user: (name) =>
    z.object({
      id: z.number(),
      [name]: z.string(),
      surname: z.string(),
      lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  string: () => z.string(),
  accepts: (schema, value) => schema.safeParse(value).success,
}
