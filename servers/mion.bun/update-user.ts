import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, query } from '@mionjs/router'

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

await initMionRouter({
  updateUser: query((_ctx, user: User): User => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
