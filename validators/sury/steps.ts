import * as S from 'sury'
import type { Steps } from '../../shared/models/steps.ts'

// `S.number` takes Infinity, which has no JSON.
const id = S.number.with(S.gte, -Number.MAX_VALUE).with(S.lte, Number.MAX_VALUE)

const UserJson = S.schema({ id, name: S.string, surname: S.string, lastUpdate: S.isoDateTime })

const User = S.schema({
  id,
  name: S.string,
  surname: S.string,
  lastUpdate: S.isoDateTime.with(S.to, S.date),
})

const parseJson = S.parseAsResult(UserJson)
const parseUser = S.parseAsResult(User)
const parseUndated = S.parseAsResult(S.schema({ id, name: S.string, surname: S.string }))

export const steps: Steps = {
  library: 'sury',
  package: 'sury',
  validate: (body) => parseJson(body).success,
  parse(body) {
    const result = parseUser(body)
    return result.success ? result.value : null
  },
  parseUndated(body) {
    const result = parseUndated(body)
    return result.success ? result.value : null
  },
  stringify: S.encodeOrThrow(User, S.jsonString),
  firstError(body) {
    const result = parseUser(body)
    return result.success ? undefined : result.error.message
  },
  allErrors: null,
}
