import { createServer } from 'node:http'
import { type } from 'arktype'
import { finite, parseDate } from '../fields.ts'
import { receiveJson, sendJson } from '../http.ts'

const parseUser = type({
  '+': 'reject',
  id: finite,
  name: 'string',
  surname: 'string',
  lastUpdate: parseDate,
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const user = parseUser(body)
    if (user instanceof type.errors) return sendJson(response, 400, { error: 'Invalid user', issues: user.summary })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
