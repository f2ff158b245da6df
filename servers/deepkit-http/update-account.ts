// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
import { castFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Account } from '#shared/deepkit/account'
import { castBody, createApp, listen } from './http.js'

const castAccount = castFunction<Account>()

const { router, kernel } = createApp()

router.post('/updateAccount', (body: HttpBody<object>): Account => {
  const account = castBody(castAccount, body)
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return account
})

listen(kernel)
