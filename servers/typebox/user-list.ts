import { createServer } from 'node:http'
import Type from 'typebox'
import Compile from 'typebox/compile'
import { DateTime } from '../../shared/models/typebox/date-time.ts'
import { deserializeUserList } from '../../shared/models/user-list.ts'
import { receiveJson, sendJson } from './http.ts'

const User = Type.Object({ id: Type.Number(), name: Type.String(), surname: Type.String(), lastUpdate: DateTime })

const UserList = Compile(Type.Object({ users: Type.Array(User) }))

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers')
    return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!UserList.Check(body)) return sendJson(response, 400, { error: 'Invalid list', errors: UserList.Errors(body) })
    const list = deserializeUserList(body)
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, list)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
