import { type } from 'arktype'
import type { Steps } from '../../../shared/models/steps.ts'
import { deserializeUser } from '../../../shared/models/user.ts'
import { finite } from '../fields.ts'
import { steps as base } from '../steps.ts'

/** Without a morph, nothing is copied. */
const UserJson = type({ id: finite, name: 'string', surname: 'string', lastUpdate: 'string.date.iso' })

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
