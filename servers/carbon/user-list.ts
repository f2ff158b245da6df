import { Type } from '@sinclair/carbon/type'
import { TypeCompiler } from '@sinclair/carbon/type/compiler'
import { DateTime } from './date-time.ts'
import { decodeJson } from './decode.ts'
import { serve } from './http.ts'

const User = Type.Object({
  id: Type.Number(),
  name: Type.String(),
  surname: Type.String(),
  lastUpdate: DateTime,
})

const UserList = TypeCompiler.Compile(Type.Object({ users: Type.Array(User) }))

await serve('POST', '/updateUsers', (request) =>
  decodeJson(request, UserList, (list) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return Response.json(list)
  }),
)
