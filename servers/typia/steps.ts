/** Shaped as `Steps` in `shared/models/steps.ts`, which is no part of what is built here. */
import typia, { TypeGuardError } from 'typia'
import type { DateTime } from './date-time.js'

interface UserJson {
  id: number
  name: string
  surname: string
  lastUpdate: DateTime
}

type Undated = Omit<UserJson, 'lastUpdate'>

type User = Undated & { lastUpdate: Date }

const isUser = typia.createIs<UserJson>()
const validateUser = typia.createValidate<UserJson>()
const validateUndated = typia.createValidate<Undated>()
const assertUser = typia.createAssert<UserJson>()
const stringifyUser = typia.json.createStringify<User>()

export const steps = {
  library: 'typia',
  package: 'typia',
  validate: (body: unknown): boolean => isUser(body),
  parse(body: unknown): User | null {
    const result = validateUser(body)
    return result.success ? { ...result.data, lastUpdate: new Date(result.data.lastUpdate) } : null
  },
  parseUndated(body: unknown): Undated | null {
    const result = validateUndated(body)
    return result.success ? result.data : null
  },
  stringify: (user: User): string => stringifyUser(user),
  firstError(body: unknown): unknown {
    try {
      assertUser(body)
      return undefined
    } catch (error) {
      if (!(error instanceof TypeGuardError)) throw error
      return { path: error.path, expected: error.expected }
    }
  },
  allErrors(body: unknown): readonly unknown[] {
    const result = validateUser(body)
    return result.success ? [] : result.errors.map(({ path, expected }) => ({ path, expected }))
  },
}
