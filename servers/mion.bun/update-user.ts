import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, mutation } from '@mionjs/router'

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

await initMionRouter({
  updateUser: mutation((_ctx, user: User): User => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
