import * as z from 'zod'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder<Pick<z.ZodType, 'safeParse'>> = {
  library: 'zod compiled',
  package: 'zod',
  user: (name) =>
    z.compile(
      z.object({
        id: z.number(),
        [name]: z.string(),
        surname: z.string(),
        lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      }),
    ),
  string: () => z.compile(z.string()),
  accepts: (schema, value) => schema.safeParse(value).success,
}
