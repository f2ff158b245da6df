import { type } from 'arktype'
import type { Steps } from '../../shared/models/steps.ts'
import { finite, parseDate } from './fields.ts'

const isUserJson = type({ id: finite, name: 'string', surname: 'string', lastUpdate: 'string.date.iso' })

const parseUser = type({ id: finite, name: 'string', surname: 'string', lastUpdate: parseDate })

const parseUndated = type({ id: finite, name: 'string', surname: 'string' })

export const steps: Steps = {
  library: 'arktype',
  package: 'arktype',
  validate: (body) => isUserJson.allows(body),
  parse(body) {
    const user = parseUser(body)
    return user instanceof type.errors ? null : user
  },
  parseUndated(body) {
    const user = parseUndated(body)
    return user instanceof type.errors ? null : user
  },
  stringify: JSON.stringify,
  firstError: null,
  allErrors(body) {
    const user = parseUser(body)
    return user instanceof type.errors ? user.map(({ message, path }) => ({ message, path: [...path] })) : []
  },
}
