import { createServer } from 'node:http'
import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!isUser(body)) return sendJson(response, 400, { error: 'Invalid user' })
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
