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

interface UserList {
  users: User[]
}

const castList = castFunction<UserList>()
const serializeList = serializeFunction<UserList>()

serve('POST', '/updateUsers', (request, response) =>
  receive(request, response, castList, (list) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, serializeList(list))
  }),
)
