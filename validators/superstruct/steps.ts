import { coerce, date, is, number, object, pattern, refine, type StructError, string, validate } from 'superstruct'
import type { Steps } from '../../shared/models/steps.ts'

const id = refine(number(), 'finite', Number.isFinite)
const dateTime = pattern(string(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)

const UserJson = object({ id, name: string(), surname: string(), lastUpdate: dateTime })

const User = object({
  id,
  name: string(),
  surname: string(),
  lastUpdate: coerce(date(), dateTime, (text) => new Date(text)),
})

const Undated = object({ id, name: string(), surname: string() })

const told = ({ message, path }: Pick<StructError, 'message' | 'path'>) => ({ message, path })

export const steps: Steps = {
  library: 'superstruct',
  package: 'superstruct',
  validate: (body) => is(body, UserJson),
  parse(body) {
    const [error, user] = validate(body, User, { coerce: true })
    return error ? null : user
  },
  parseUndated(body) {
    const [error, user] = validate(body, Undated)
    return error ? null : user
  },
  stringify: JSON.stringify,
  firstError(body) {
    const [error] = validate(body, User, { coerce: true })
    return error && told(error)
  },
  allErrors(body) {
    const [error] = validate(body, User, { coerce: true })
    return error ? error.failures().map(told) : []
  },
}
