import { touchAccount } from '../../shared/models/account.ts'
import { Account } from './account-schema.ts'
import { decodeJson } from './decode.ts'
import { serve } from './http.ts'

await serve('POST', '/updateAccount', (request) =>
  decodeJson(request, Account, (account) => Response.json(touchAccount(account))),
)
