import { createServer } from 'node:http'
import * as z from 'zod'
import { receiveJson, sendJson } from '../http.ts'

const User = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, data: user, error } = User.safeParse(body)
    if (!success) return sendJson(response, 400, { error: 'Invalid user', issues: error.issues })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
