import { isObject } from '../../shared/models/fields.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import type { Steps, Undated } from '../../shared/models/steps.ts'
import { parseUser } from '../../shared/models/user.ts'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

const isUndated = (body: unknown): body is Undated =>
  isObject(body) && Number.isFinite(body.id) && typeof body.name === 'string' && typeof body.surname === 'string'

export const steps: Steps = {
  library: 'hand-written',
  package: null,
  validate: (body) =>
    isUndated(body) &&
    'lastUpdate' in body &&
    typeof body.lastUpdate === 'string' &&
    ISO_DATE_TIME.test(body.lastUpdate),
  parse(body) {
    const user = parseUser(body)
    return user instanceof Invalid ? null : user
  },
  parseUndated: (body) => (isUndated(body) ? body : null),
  stringify: JSON.stringify,
  firstError: null,
  allErrors(body) {
    const user = parseUser(body)
    return user instanceof Invalid ? user.fields : []
  },
}
