import { Type } from '@sinclair/carbon/type'
import { TypeCompiler } from '@sinclair/carbon/type/compiler'
import { DateTime } from './date-time.ts'
import { decodeJson } from './decode.ts'
import { serve } from './http.ts'

const User = TypeCompiler.Compile(
  Type.Object({
    id: Type.Number(),
    name: Type.String(),
    surname: Type.String(),
    lastUpdate: DateTime,
  }),
)

await serve('POST', '/updateUser', (request) =>
  decodeJson(request, User, (user) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return Response.json(user)
  }),
)
