import { RpcError } from '@mionjs/core'
import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, mutation } from '@mionjs/router'
import { LATEST_DATE } from '#shared/latest-date'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { User } from '#shared/user'

await initMionRouter({
  updateUser: mutation((_ctx, user: User): User => {
    if (user.lastUpdate > LATEST_DATE) {
      throw new RpcError({ type: 'validation-error', publicMessage: 'lastUpdate: no date a month later' })
    }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return user
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
