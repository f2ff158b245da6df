/** Shaped as `Steps` in `shared/models/steps.ts`, which is no part of what is built here. */
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { castFunction, getValidatorFunction, Pattern, serializeFunction, ValidationError } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from '#shared/deepkit/finite'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

interface UserJson {
  id: Finite
  name: string
  surname: string
  lastUpdate: string & Pattern<typeof DATE_TIME>
}

interface Undated {
  id: Finite
  name: string
  surname: string
}

interface User extends Undated {
  lastUpdate: ValidDate
}

const isUserJson = getValidatorFunction<UserJson>()
const castUser = castFunction<User>()
const castUndated = castFunction<Undated>()
const serializeUser = serializeFunction<User>()

function flawsOf(body: unknown): readonly unknown[] {
  try {
    castUser(body, { loosely: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) return [{ message: 'not a user' }]
    return error.errors.map(({ path, message }) => ({ path, message }))
  }
}

export const steps = {
  library: '@deepkit/type',
  package: '@deepkit/type',
  validate: (body: unknown): boolean => isUserJson(body),
  parse(body: unknown): User | null {
    try {
      return castUser(body, { loosely: false })
    } catch {
      return null
    }
  },
  parseUndated(body: unknown): Undated | null {
    try {
      return castUndated(body, { loosely: false })
    } catch {
      return null
    }
  },
  stringify: (user: User): string => JSON.stringify(serializeUser(user)),
  firstError: null,
  allErrors: flawsOf,
}
