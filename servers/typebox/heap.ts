import Type from 'typebox'
import Compile, { type Validator } from 'typebox/compile'
import { dateTime } from '../../shared/models/json-schema/date-time.ts'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'

export const heap: SchemaBuilder<Pick<Validator, 'Check'>> = {
  library: 'TypeBox',
  package: 'typebox',
  user: (name) =>
    Compile(
      Type.Object({
        id: Type.Number(),
        [name]: Type.String(),
        surname: Type.String(),
        lastUpdate: Type.String({ ...dateTime }),
      }),
    ),
  string: () => Compile(Type.String()),
  accepts: (validator, value) =>
    validator.Check(value) && (typeof value === 'string' || deserializeUser(value as UserJson) !== null),
}
