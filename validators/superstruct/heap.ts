import { coerce, date, number, object, pattern, refine, type Struct, string, validate } from 'superstruct'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export const heap: SchemaBuilder<Struct<unknown, unknown>> = {
  library: 'superstruct',
  package: 'superstruct',
  user: (name) =>
    object({
      id: refine(number(), 'finite', Number.isFinite),
      [name]: string(),
      surname: string(),
      lastUpdate: coerce(date(), pattern(string(), DATE_TIME), (text) => new Date(text)),
    }) as unknown as Struct<unknown, unknown>,
  string: () => string() as unknown as Struct<unknown, unknown>,
  accepts: (struct, value) => validate(value, struct, { coerce: true })[0] === undefined,
}
