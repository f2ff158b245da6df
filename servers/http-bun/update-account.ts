import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/updateAccount': {
      POST: withJson((body) => {
        const account = parseAccount(body)
        if (account instanceof Invalid) {
          return Response.json({ error: 'Invalid account', fields: account.fields }, { status: 400 })
        }
        return Response.json(touchAccount(account))
      }),
    },
  },
})
