import * as z from 'zod/mini'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder<z.ZodMiniType> = {
  library: 'zod mini',
  package: 'zod',
  user: (name) =>
    z.object({
      id: z.number(),
      [name]: z.string(),
      surname: z.string(),
      lastUpdate: z.pipe(
        z.iso.datetime({ offset: true }),
        z.transform((text) => new Date(text)),
      ),
    }),
  string: () => z.string(),
  accepts: (schema, value) => schema.safeParse(value).success,
}
