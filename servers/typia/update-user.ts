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

type User = Omit<UserJson, 'lastUpdate'> & { lastUpdate: Date }

const parseUser = typia.json.createValidateParse<UserJson>()
const stringifyUser = typia.json.createStringify<User>()

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendError(response, 404, 'Not Found')
  receiveJson(request, response, parseUser, (json) => {
    const user: User = { ...json, lastUpdate: new Date(json.lastUpdate) }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, stringifyUser(user))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
