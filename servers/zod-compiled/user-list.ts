import { createServer } from 'node:http'
import * as z from 'zod'
import { receiveJson, sendJson } from './http.ts'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const UserList = z.compile(z.object({ users: z.array(User) }))

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, data: list, error } = UserList.safeParse(body)
    if (!success) return sendJson(response, 400, { error: 'Invalid list', issues: error.issues })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
