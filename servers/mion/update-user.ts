import { startNodeServer } from '@mionjs/platform-node'
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

await startNodeServer({ port: Number(process.env.PORT) })
