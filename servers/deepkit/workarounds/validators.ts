/** With the types `number` and `Date`. */
import { castFunction, serializeFunction } from '@deepkit/type'
import { receive, sendJson, serve } from '../http.js'

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

const castUser = castFunction<User>()
const serializeUser = serializeFunction<User>()

serve('POST', '/updateUser', (request, response) =>
  receive(request, response, castUser, (user) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, serializeUser(user))
  }),
)
