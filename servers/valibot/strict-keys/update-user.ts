import { createServer } from 'node:http'
import * as v from 'valibot'
import { receiveJson, sendJson } from '../http.ts'

const UserSchema = v.strictObject({
  id: v.pipe(v.number(), v.finite()),
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, output: user, issues } = v.safeParse(UserSchema, body)
    if (!success) return sendJson(response, 400, { error: 'Invalid user', issues: v.flatten(issues) })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
