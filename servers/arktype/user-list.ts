import { createServer } from 'node:http'
import { type } from 'arktype'
import { finite, parseDate } from './fields.ts'
import { receiveJson, sendJson } from './http.ts'

const user = type({
  id: finite,
  name: 'string',
  surname: 'string',
  lastUpdate: parseDate,
})

const parseUserList = type({ users: user.array() })

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const list = parseUserList(body)
    if (list instanceof type.errors) return sendJson(response, 400, { error: 'Invalid list', issues: list.summary })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
