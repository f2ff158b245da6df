import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'
import { serve } from './rpc.js'

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: ValidDate
}

const serializeAnswer = serializeFunction<{ updateUser: User }>()

serve('updateUser', castFunction<{ updateUser: [user: User] }>(), ({ updateUser: [user] }) => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return serializeAnswer({ updateUser: user })
})
