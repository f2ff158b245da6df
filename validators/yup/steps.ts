import * as yup from 'yup'
import type { Steps } from '../../shared/models/steps.ts'
import { deserializeUser } from '../../shared/models/user.ts'

// By default the message prints the value, which takes time quadratic in how deeply it is nested.
yup.setLocale({ mixed: { notType: ({ path, type }) => `${path} is not a ${type}` } })

const fields = {
  id: yup
    .number()
    .test('finite', 'id must be finite', (value) => Number.isFinite(value))
    .required(),
  name: yup.string().defined(),
  surname: yup.string().defined(),
}

const Undated = yup.object(fields)

const User = yup.object({
  ...fields,
  lastUpdate: yup
    .string()
    .datetime({ allowOffset: true })
    .test('date', 'lastUpdate must be a date', (text) => !Number.isNaN(Date.parse(text ?? '')))
    .required(),
})

/** JSON is parsed already: nothing is to be converted. */
const strict = { strict: true }

function errorOf(body: unknown, options: { abortEarly?: boolean }): yup.ValidationError | undefined {
  try {
    User.validateSync(body, { ...strict, ...options })
    return undefined
  } catch (error) {
    return error as yup.ValidationError
  }
}

const told = ({ message, path }: yup.ValidationError) => ({ message, path })

export const steps: Steps = {
  library: 'yup',
  package: 'yup',
  validate: (body) => User.isValidSync(body, strict),
  parse(body) {
    try {
      return deserializeUser(User.validateSync(body, strict))
    } catch {
      return null
    }
  },
  parseUndated(body) {
    try {
      return Undated.validateSync(body, strict)
    } catch {
      return null
    }
  },
  stringify: JSON.stringify,
  firstError(body) {
    const error = errorOf(body, {})
    return error && told(error)
  },
  allErrors: (body) => errorOf(body, { abortEarly: false })?.inner.map(told) ?? [],
}
