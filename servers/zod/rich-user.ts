import { createServer } from 'node:http'
import * as z from 'zod'
import { LARGEST, MOST_BYTES, MOST_SESSIONS, updateRichUser } from '../../shared/models/rich-user.ts'
import { receiveJson, sendJson } from './http.ts'

const date = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
const bigint = z.codec(z.string().regex(/^-?\d{1,19}$/), z.bigint().min(-LARGEST).max(LARGEST), {
  decode: BigInt,
  encode: String,
})
const bytes = z.codec(z.base64().max(4 * Math.ceil(MOST_BYTES / 3)), z.instanceof(Uint8Array), {
  decode: z.util.base64ToUint8Array,
  encode: z.util.uint8ArrayToBase64,
})
const mapOf = <T extends z.ZodType>(value: T) =>
  z.codec(z.array(z.tuple([z.string(), value])), z.map(z.string(), z.custom<z.output<T>>()), {
    decode: (entries) => new Map(entries as [string, z.output<T>][]),
    encode: (map) => [...map] as never,
  })
const roles = z.codec(z.array(z.string()), z.set(z.string()), {
  decode: (items) => new Set(items),
  encode: (set) => [...set],
})

const RichUser = z.object({
  id: bigint,
  name: z.string(),
  nickname: z.string().optional(),
  lastUpdate: date,
  roles,
  balances: mapOf(bigint),
  avatar: bytes,
  contact: z.object({ email: z.string(), verifiedAt: date.optional(), keys: mapOf(bytes) }).optional(),
  sessions: z.array(z.object({ device: z.string(), startedAt: date, endedAt: date.optional() })).max(MOST_SESSIONS),
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/richUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, data: user, error } = RichUser.safeParse(body)
    if (!success) return sendJson(response, 400, { error: 'Invalid user', issues: error.issues })
    sendJson(response, 200, RichUser.encode(updateRichUser(user)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
