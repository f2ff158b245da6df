import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Account } from '#shared/deepkit/account'
import { receive, sendJson, serve } from './http.js'

const castAccount = castFunction<Account>()
const serializeAccount = serializeFunction<Account>()

serve('POST', '/updateAccount', (request, response) =>
  receive(request, response, castAccount, (account) => {
    account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
    account.lastLogin.setDate(account.lastLogin.getDate() + 1)
    account.email = account.email.toLowerCase()
    sendJson(response, 200, serializeAccount(account))
  }),
)
