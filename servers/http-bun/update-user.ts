import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/updateUser': {
      POST: withJson((body) => {
        if (!isUser(body)) return Response.json({ error: 'Invalid user' }, { status: 400 })
        const user = deserializeUser(body)
        user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return Response.json(user)
      }),
    },
  },
})
