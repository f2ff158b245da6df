import Type from 'typebox'
import Compile from 'typebox/compile'
import type { Steps } from '../../../shared/models/steps.ts'
import { DateTime } from '../../../shared/models/typebox/date-time.ts'
import { steps as base } from '../steps.ts'

const user = Compile(
  Type.Object({
    id: Type.Number(),
    name: Type.String(),
    surname: Type.String(),
    lastUpdate: Type.Decode(DateTime, (text) => new Date(text)),
  }),
)

export const steps: Steps = {
  ...base,
  library: 'TypeBox, Decode',
  parse(body) {
    try {
      return user.Decode(body)
    } catch {
      return null
    }
  },
}
