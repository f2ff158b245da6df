import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, mutation } from '@mionjs/router'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { User } from '#shared/user'

await initMionRouter({
  updateUser: mutation((_ctx, user: User): User => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
