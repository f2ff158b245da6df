import { type } from 'arktype'
import type { Steps } from '../../../shared/models/steps.ts'
import { deserializeUser } from '../../../shared/models/user.ts'
import { steps as base, UserJson } from './range.ts'

/** Without a morph, nothing is copied. */
export const steps: Steps = {
  ...base,
  library: 'arktype, new Date',
  parse(body) {
    const json = UserJson(body)
    if (json instanceof type.errors) return null
    const user = deserializeUser(json)
    return Number.isNaN(user.lastUpdate.getTime()) ? null : user
  },
}
