/** With the types `number` and `Date`. */
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
import { createApp, listen } from '../http.js'

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

const { router, kernel } = createApp()

router.post('/updateUser', (user: HttpBody<User>): User => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

listen(kernel)
