import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from '#shared/deepkit/finite'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'
import { receive, sendJson, serve } from './http.js'

interface User {
  id: Finite
  name: string
  surname: string
  lastUpdate: ValidDate
}

const castUser = castFunction<User>()
const serializeUser = serializeFunction<User>()

serve('POST', '/updateUser', (request, response) =>
  receive(request, response, castUser, (user) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, serializeUser(user))
  }),
)
