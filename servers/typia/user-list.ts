import { createServer } from 'node:http'
import typia from 'typia'
import type { DateTime } from './date-time.js'
import { receiveJson, sendError, sendJson } from './http.js'

interface UserJson {
  id: number
  name: string
  surname: string
  lastUpdate: DateTime
}

interface UserListJson {
  users: UserJson[]
}

interface UserList {
  users: (Omit<UserJson, 'lastUpdate'> & { lastUpdate: Date })[]
}

const parseUserList = typia.json.createValidateParse<UserListJson>()
const stringifyUserList = typia.json.createStringify<UserList>()

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUsers') return sendError(response, 404, 'Not Found')
  receiveJson(request, response, parseUserList, (json) => {
    const list: UserList = { users: json.users.map((user) => ({ ...user, lastUpdate: new Date(user.lastUpdate) })) }
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, stringifyUserList(list))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
