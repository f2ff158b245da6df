import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { receiveJson, sendError, sendJson } from './http.ts'

const stringify = fastJson({
  type: 'object',
  required: ['users'],
  properties: {
    users: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'surname', 'lastUpdate'],
        properties: {
          id: { type: 'number' },
          name: { type: 'string' },
          surname: { type: 'string' },
          lastUpdate: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendError(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const list = parseUserList(body)
    if (list instanceof Invalid) return sendError(response, 400, { error: 'Invalid list', fields: list.fields })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, stringify(list))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
