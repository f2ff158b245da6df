import type { ValidateFunction } from 'ajv'
import { dateTime } from '../../shared/models/json-schema/date-time.ts'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'
import { ajv } from './ajv.ts'

export const heap: SchemaBuilder<ValidateFunction> = {
  library: 'ajv',
  package: 'ajv',
  user: (name) =>
    ajv.compile({
      type: 'object',
      required: ['id', name, 'surname', 'lastUpdate'],
      properties: {
        id: { type: 'number' },
        [name]: { type: 'string' },
        surname: { type: 'string' },
        lastUpdate: { ...dateTime },
      },
    }),
  string: () => ajv.compile({ type: 'string' }),
  accepts: (validate, value) =>
    validate(value) && (typeof value === 'string' || deserializeUser(value as UserJson) !== null),
}
