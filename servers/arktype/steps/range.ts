import { type } from 'arktype'
import type { Steps } from '../../../shared/models/steps.ts'
import { parseDate } from '../fields.ts'
import { steps as base } from '../steps.ts'

/** Finite by its bounds, which arktype compiles, instead of by a function that it calls. */
const fields = {
  id: type.number.atLeast(-Number.MAX_VALUE).atMost(Number.MAX_VALUE),
  name: 'string',
  surname: 'string',
} as const

export const UserJson = type({ ...fields, lastUpdate: 'string.date.iso' })

const parseUser = type({ ...fields, lastUpdate: parseDate })

const parseUndated = type(fields)

export const steps: Steps = {
  ...base,
  library: 'arktype, range',
  validate: (body) => UserJson.allows(body),
  parse(body) {
    const user = parseUser(body)
    return user instanceof type.errors ? null : user
  },
  parseUndated(body) {
    const user = parseUndated(body)
    return user instanceof type.errors ? null : user
  },
  allErrors(body) {
    const user = parseUser(body)
    return user instanceof type.errors ? user.map(({ message, path }) => ({ message, path: [...path] })) : []
  },
}
