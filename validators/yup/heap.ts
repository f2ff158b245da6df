import * as yup from 'yup'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'

export const heap: SchemaBuilder<yup.AnySchema> = {
  library: 'yup',
  package: 'yup',
  user: (name) =>
    yup.object({
      id: yup
        .number()
        .test('finite', 'id must be finite', (value) => Number.isFinite(value))
        .required(),
      [name]: yup.string().defined(),
      surname: yup.string().defined(),
      lastUpdate: yup
        .string()
        .datetime({ allowOffset: true })
        .test('date', 'lastUpdate must be a date', (text) => !Number.isNaN(Date.parse(text ?? '')))
        .required(),
    }),
  string: () => yup.string().defined(),
  accepts: (schema, value) =>
    schema.isValidSync(value, { strict: true }) &&
    (typeof value === 'string' || deserializeUser(value as UserJson) !== null),
}
