import vine from '@vinejs/vine'
import type { Steps } from '../../shared/models/steps.ts'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const isoDateTime = vine.createRule((value, _, field) => {
  if (!field.isValid) return
  if (ISO_DATE_TIME.test(value as string) && !Number.isNaN(Date.parse(value as string))) return
  field.report('The {{ field }} field must be an ISO 8601 date and time', 'isoDateTime', field)
})

const undated = vine.create({
  id: vine.number({ strict: true }),
  name: vine.string(),
  surname: vine.string(),
})

const user = vine.create({
  id: vine.number({ strict: true }),
  name: vine.string(),
  surname: vine.string(),
  lastUpdate: vine
    .string()
    .use(isoDateTime())
    .transform((text) => new Date(text)),
})

export const steps: Steps = {
  library: 'VineJS',
  package: '@vinejs/vine',
  async validate(body) {
    const [error] = await user.tryValidate(body)
    return error === null
  },
  async parse(body) {
    const [, result] = await user.tryValidate(body)
    return result
  },
  async parseUndated(body) {
    const [, result] = await undated.tryValidate(body)
    return result
  },
  stringify: JSON.stringify,
  firstError: null,
  async allErrors(body) {
    const [error] = await user.tryValidate(body)
    return error?.messages ?? []
  },
}
