// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Finite } from '#shared/deepkit/finite'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { ValidDate } from '#shared/deepkit/valid-date'
import { createApp, listen } from './http.js'

const { router, kernel } = createApp()

/** Of each route its own model: an interface is a value of the function that declares it. */
function addRoute(path: string) {
  interface User {
    id: Finite
    name: string
    surname: string
    lastUpdate: ValidDate
  }
  router.post(path, (user: HttpBody<User>): User => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  })
}

for (let route = 1; route <= Number(process.env.ROUTES); route++) addRoute(`/updateUser${route}`)

listen(kernel)
