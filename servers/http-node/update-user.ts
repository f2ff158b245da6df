import { createServer } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { isFor, receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/updateUser')) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const user = parseUser(body)
    if (user instanceof Invalid) return sendJson(response, 400, { error: 'Invalid user', fields: user.fields })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
