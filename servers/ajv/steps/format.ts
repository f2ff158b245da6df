import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { Steps } from '../../../shared/models/steps.ts'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { steps as base } from '../steps.ts'

const validate = addFormats.default(new Ajv()).compile<UserJson>({
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: { type: 'string', format: 'date-time' },
  },
})

export const steps: Steps = {
  ...base,
  library: 'ajv, format',
  validate,
  parse(body) {
    if (!validate(body)) return null
    const user = deserializeUser(body)
    return Number.isNaN(user.lastUpdate.getTime()) ? null : user
  },
}
