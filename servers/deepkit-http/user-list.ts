// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from '#shared/deepkit/finite'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'
import { createApp, listen } from './http.js'

interface User {
  id: Finite
  name: string
  surname: string
  lastUpdate: ValidDate
}

interface UserList {
  users: User[]
}

const { router, kernel } = createApp()

router.post('/updateUsers', (list: HttpBody<UserList>): UserList => {
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return list
})

listen(kernel)
