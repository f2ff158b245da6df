import * as v from 'valibot'
import { DateTime } from './date-schema.ts'

export const User = v.object({
  id: v.number(),
  name: v.string(),
  surname: v.string(),
  lastUpdate: DateTime,
})
