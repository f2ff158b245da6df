import { createServer } from 'node:http'
import * as v from 'valibot'
import { receiveJson, sendJson } from './http.ts'

const UserSchema = v.object({
  id: v.pipe(v.number(), v.finite()),
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const UserListSchema = v.object({ users: v.array(UserSchema) })

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, output: list, issues } = v.safeParse(UserListSchema, body)
    if (!success) return sendJson(response, 400, { error: 'Invalid list', issues: v.flatten(issues) })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
