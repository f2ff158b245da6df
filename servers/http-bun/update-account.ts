import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/updateAccount': {
      POST: withJson((body) => {
        if (!isAccount(body)) return Response.json({ error: 'Invalid account' }, { status: 400 })
        return Response.json(touchAccount(deserializeAccount(body)))
      }),
    },
  },
})
