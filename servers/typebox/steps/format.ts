import Type from 'typebox'
import Compile from 'typebox/compile'
import type { Steps } from '../../../shared/models/steps.ts'
import { deserializeUser } from '../../../shared/models/user.ts'
import { steps as base } from '../steps.ts'

const user = Compile(
  Type.Object({
    id: Type.Number(),
    name: Type.String(),
    surname: Type.String(),
    lastUpdate: Type.String({ format: 'date-time' }),
  }),
)

export const steps: Steps = {
  ...base,
  library: 'TypeBox, format',
  validate: (body) => user.Check(body),
  parse(body) {
    if (!user.Check(body)) return null
    const parsed = deserializeUser(body)
    return Number.isNaN(parsed.lastUpdate.getTime()) ? null : parsed
  },
}
