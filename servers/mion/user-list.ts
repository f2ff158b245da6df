import { RpcError } from '@mionjs/core'
import { startNodeServer } from '@mionjs/platform-node'
import { initMionRouter, mutation } from '@mionjs/router'
import { LATEST_DATE } from '#shared/latest-date'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { User } from '#shared/user'

interface UserList {
  users: User[]
}

await initMionRouter({
  updateUsers: mutation((_ctx, list: UserList): UserList => {
    if (list.users.some(({ lastUpdate }) => lastUpdate > LATEST_DATE)) {
      throw new RpcError({ type: 'validation-error', publicMessage: 'lastUpdate: no date a month later' })
    }
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return list
  }),
})

await startNodeServer({ port: Number(process.env.PORT) })
