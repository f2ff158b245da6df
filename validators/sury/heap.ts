import * as S from 'sury'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder = {
  library: 'sury',
  package: 'sury',
  user: (name) =>
    S.parseAsResult(
      S.schema({
        id: S.number.with(S.gte, -Number.MAX_VALUE).with(S.lte, Number.MAX_VALUE),
        [name]: S.string,
        surname: S.string,
        lastUpdate: S.isoDateTime.with(S.to, S.date),
      }),
    ),
  string: null,
  accepts: (parse, value) => parse(value).success,
}
