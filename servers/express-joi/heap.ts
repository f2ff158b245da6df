import Joi from 'joi'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

export const heap: SchemaBuilder<Joi.AnySchema> = {
  library: 'joi',
  package: 'joi',
  user: (name) =>
    Joi.object({
      id: Joi.number(),
      [name]: Joi.string().allow(''),
      surname: Joi.string().allow(''),
      lastUpdate: Joi.date().iso().max(LATEST_DATE),
    }).prefs({ presence: 'required' }),
  string: null,
  accepts: (schema, value) => schema.validate(value).error === undefined,
}
