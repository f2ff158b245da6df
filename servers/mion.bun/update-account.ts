import { RpcError } from '@mionjs/core'
import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, mutation } from '@mionjs/router'
import { LATEST_DATE } from '#shared/latest-date'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Account } from '#shared/mion/account'

await initMionRouter({
  updateAccount: mutation((_ctx, account: Account): Account => {
    if (account.updatedAt > LATEST_DATE || account.lastLogin > LATEST_DATE) {
      throw new RpcError({ type: 'validation-error', publicMessage: 'updatedAt, lastLogin: no date a month later' })
    }
    account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
    account.lastLogin.setDate(account.lastLogin.getDate() + 1)
    account.email = account.email.toLowerCase()
    return account
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
