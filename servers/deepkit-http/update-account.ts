// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Account } from '#shared/deepkit/account'
import { createApp, listen } from './http.js'

const { router, kernel } = createApp()

router.post('/updateAccount', (account: HttpBody<Account>): Account => {
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return account
})

listen(kernel)
