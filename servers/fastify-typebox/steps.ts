import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Steps } from '../../shared/models/steps.ts'
import { deserializeUser } from '../../shared/models/user.ts'
import { DateTime, Finite } from './fields.ts'

/** By TypeBox's own compiler, where the server leaves it to ajv. */
const user = Compile(Type.Object({ id: Finite, name: Type.String(), surname: Type.String(), lastUpdate: DateTime }))

export const steps: Steps = {
  library: 'TypeBox',
  package: 'typebox',
  validate: (body) => user.Check(body),
  parse: (body) => (user.Check(body) ? deserializeUser(body) : null),
  stringify: JSON.stringify,
  firstError: null,
  allErrors: (body) => user.Errors(body),
}
