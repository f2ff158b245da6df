/** Without validation: what is left of every server when all its layers are taken away. */
import { createServer } from 'node:http'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { isFor, receiveJson, sendJson } from '../http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/updateUser')) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const user = deserializeUser(body as UserJson)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
