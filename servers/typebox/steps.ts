import Type from 'typebox'
import Compile from 'typebox/compile'
import type { Steps } from '../../shared/models/steps.ts'
import { DateTime } from '../../shared/models/typebox/date-time.ts'
import { deserializeUser } from '../../shared/models/user.ts'

const user = Compile(
  Type.Object({ id: Type.Number(), name: Type.String(), surname: Type.String(), lastUpdate: DateTime }),
)

const undated = Compile(Type.Object({ id: Type.Number(), name: Type.String(), surname: Type.String() }))

export const steps: Steps = {
  library: 'TypeBox',
  package: 'typebox',
  validate: (body) => user.Check(body),
  parse: (body) => (user.Check(body) ? deserializeUser(body) : null),
  parseUndated: (body) => (undated.Check(body) ? body : null),
  stringify: JSON.stringify,
  firstError: null,
  allErrors: (body) => user.Errors(body),
}
