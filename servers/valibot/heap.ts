import * as v from 'valibot'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder<v.GenericSchema> = {
  library: 'valibot',
  package: 'valibot',
  user: (name) =>
    v.object({
      id: v.pipe(v.number(), v.finite()),
      [name]: v.string(),
      surname: v.string(),
      lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
    }),
  string: () => v.string(),
  accepts: (schema, value) => v.safeParse(schema, value).success,
}
