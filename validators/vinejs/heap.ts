import vine from '@vinejs/vine'
import type { SchemaBuilder } from '../../shared/models/schema-builder.ts'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const isoDateTime = vine.createRule((value, _, field) => {
  if (!field.isValid) return
  if (ISO_DATE_TIME.test(value as string) && !Number.isNaN(Date.parse(value as string))) return
  field.report('The {{ field }} field must be an ISO 8601 date and time', 'isoDateTime', field)
})

export const heap: SchemaBuilder = {
  library: 'VineJS',
  package: '@vinejs/vine',
  user: (name) =>
    vine.create({
      id: vine.number({ strict: true }),
      [name]: vine.string(),
      surname: vine.string(),
      lastUpdate: vine
        .string()
        .use(isoDateTime())
        .transform((text) => new Date(text)),
    }),
  string: () => vine.create(vine.string()),
  async accepts(validator, value) {
    const [error] = await validator.tryValidate(value)
    return error === null
  },
}
