import { createServer } from 'node:http'
import Type from 'typebox'
import Compile from 'typebox/compile'
import { DateTime } from '../../../shared/models/typebox/date-time.ts'
import { deserializeUser } from '../../../shared/models/user.ts'
import { receiveJson, sendJson } from '../http.ts'

const User = Compile(
  Type.Object(
    { id: Type.Number(), name: Type.String(), surname: Type.String(), lastUpdate: DateTime },
    { additionalProperties: false },
  ),
)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/updateUser') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!User.Check(body)) return sendJson(response, 400, { error: 'Invalid user', errors: User.Errors(body) })
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
