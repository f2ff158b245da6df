import * as z from 'zod'
import { DateTime } from './date-schema.ts'

export const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: DateTime,
})
