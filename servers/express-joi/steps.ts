import Joi from 'joi'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import type { Steps, Undated } from '../../shared/models/steps.ts'
import type { User, UserJson } from '../../shared/models/user.ts'

const fields = { id: Joi.number(), name: Joi.string().allow(''), surname: Joi.string().allow('') }

const jsonSchema = Joi.object<UserJson>({ ...fields, lastUpdate: Joi.string().isoDate() }).prefs({
  presence: 'required',
})

const userSchema = Joi.object<User>({ ...fields, lastUpdate: Joi.date().iso().max(LATEST_DATE) }).prefs({
  presence: 'required',
})

const undatedSchema = Joi.object<Undated>(fields).prefs({ presence: 'required' })

/** A flaw, without the value that has it. */
const told = ({ message, path }: Joi.ValidationErrorItem) => ({ message, path })

export const steps: Steps = {
  library: 'joi',
  package: 'joi',
  validate: (body) => jsonSchema.validate(body).error === undefined,
  parse(body) {
    const { error, value } = userSchema.validate(body)
    return error ? null : value
  },
  parseUndated(body) {
    const { error, value } = undatedSchema.validate(body)
    return error ? null : value
  },
  stringify: JSON.stringify,
  firstError(body) {
    const [flaw] = userSchema.validate(body).error?.details ?? []
    return flaw && told(flaw)
  },
  allErrors: (body) => (userSchema.validate(body, { abortEarly: false }).error?.details ?? []).map(told),
}
