/** Schema of `rich-user` values, for wires that carry its types. */
import * as z from 'zod'
import { LATEST_DATE } from '../latest-date.ts'
import { LARGEST, MOST_BYTES, MOST_SESSIONS } from '../rich-user.ts'

const bigint = z.bigint().min(-LARGEST).max(LARGEST)
const date = z.date().max(LATEST_DATE)
const bytes = z.instanceof(Uint8Array).refine(({ length }) => length <= MOST_BYTES)

export const richUserSchema = z.object({
  id: bigint,
  name: z.string(),
  nickname: z.string().optional(),
  lastUpdate: date,
  roles: z.set(z.string()),
  balances: z.map(z.string(), bigint),
  avatar: bytes,
  contact: z.object({ email: z.string(), verifiedAt: date.optional(), keys: z.map(z.string(), bytes) }).optional(),
  sessions: z.array(z.object({ device: z.string(), startedAt: date, endedAt: date.optional() })).max(MOST_SESSIONS),
})
