/** Shaped as `Steps` in `shared/models/steps.ts`, which is no part of what is built here. */
import { createIsTypeFn, createPrepareForJsonFn, createRestoreFromJsonFn, createTypeErrorsFn } from '@mionjs/run-types'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { UserJson } from '#shared/mion/user'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { User } from '#shared/user'

const isUserJson = await createIsTypeFn<UserJson>()
const isUser = await createIsTypeFn<User>()
const errorsOfUser = await createTypeErrorsFn<User>()
const restoreUser = await createRestoreFromJsonFn<User>()
const prepareUser = await createPrepareForJsonFn<User>()

/** Makes the date in the body itself, before anything is validated, as mion's router does. */
function restored(body: unknown): unknown {
  try {
    return restoreUser(body as string)
  } catch {
    return undefined
  }
}

export const steps = {
  library: 'mion',
  package: '@mionjs/run-types',
  validate: (body: unknown): boolean => isUserJson(body),
  parse(body: unknown): User | null {
    const user = restored(body)
    return isUser(user) ? (user as User) : null
  },
  parseUndated: null,
  stringify: (user: User): string => JSON.stringify(prepareUser(user)),
  firstError: null,
  allErrors: (body: unknown): readonly unknown[] =>
    errorsOfUser(restored(body)).map(({ path, expected }) => ({ path, expected })),
}
