import { createServer } from 'node:http'
import { dateTime } from '../../../shared/models/json-schema/date-time.ts'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { ajv } from '../ajv.ts'
import { receiveJson, sendJson } from '../http.ts'

const isUser = ajv.compile<UserJson>({
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
  additionalProperties: false,
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!isUser(body)) return sendJson(response, 400, { error: 'Invalid user', errors: isUser.errors })
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
