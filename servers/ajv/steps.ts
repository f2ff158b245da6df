import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { dateTime } from '../../shared/models/json-schema/date-time.ts'
import type { Steps, Undated } from '../../shared/models/steps.ts'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'
import { ajv } from './ajv.ts'

const schema = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
}

const validate = ajv.compile<UserJson>(schema)
const isUndated = ajv.compile<Undated>({
  type: 'object',
  required: ['id', 'name', 'surname'],
  properties: { id: { type: 'number' }, name: { type: 'string' }, surname: { type: 'string' } },
})
const validateAll = addFormats.default(new Ajv({ allErrors: true })).compile<UserJson>(schema)

export const steps: Steps = {
  library: 'ajv',
  package: 'ajv',
  validate,
  parse: (body) => (validate(body) ? deserializeUser(body) : null),
  parseUndated: (body) => (isUndated(body) ? body : null),
  stringify: JSON.stringify,
  firstError: (body) => (validate(body) ? undefined : validate.errors?.[0]),
  allErrors: (body) => (validateAll(body) ? [] : (validateAll.errors ?? [])),
}
