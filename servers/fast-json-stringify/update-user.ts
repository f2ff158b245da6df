import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { receiveJson, sendError, sendJson } from './http.ts'

const stringify = fastJson({
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: { type: 'string', format: 'date-time' },
  },
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser')
    return sendError(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const user = parseUser(body)
    if (user instanceof Invalid) return sendError(response, 400, { error: 'Invalid user', fields: user.fields })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, stringify(user))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
