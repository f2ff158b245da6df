import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Account } from '#shared/deepkit/account'
import { serve } from './rpc.js'

const serializeAnswer = serializeFunction<{ updateAccount: Account }>()

serve('updateAccount', castFunction<{ updateAccount: [account: Account] }>(), ({ updateAccount: [account] }) => {
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return serializeAnswer({ updateAccount: account })
})
