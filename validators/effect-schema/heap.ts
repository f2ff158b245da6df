import { Result, Schema } from 'effect'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export const heap: SchemaBuilder = {
  library: 'Effect Schema',
  package: 'effect',
  user: (name) =>
    Schema.decodeUnknownResult(
      Schema.Struct({
        id: Schema.Finite,
        [name]: Schema.String,
        surname: Schema.String,
        lastUpdate: Schema.String.check(Schema.isPattern(DATE_TIME)).pipe(Schema.decodeTo(Schema.DateFromString)),
      }),
    ),
  string: null,
  accepts: (decode, value) => Result.isSuccess(decode(value)),
}
