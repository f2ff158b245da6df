import { createServer } from 'node:http'
import { dateTime } from '../../shared/models/json-schema/date-time.ts'
import { deserializeUserList, type UserListJson } from '../../shared/models/user-list.ts'
import { ajv } from './ajv.ts'
import { receiveJson, sendJson } from './http.ts'

const userSchema = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: { type: 'number' },
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
}

const isUserList = ajv.compile<UserListJson>({
  type: 'object',
  required: ['users'],
  properties: { users: { type: 'array', items: userSchema } },
})

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!isUserList(body)) return sendJson(response, 400, { error: 'Invalid list', errors: isUserList.errors })
    const list = deserializeUserList(body)
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
