import { deserializeUser, isUser } from '../../shared/user.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/updateUser': {
      POST: async (request) => {
        let body: unknown
        try {
          body = await request.json()
        } catch {
          return Response.json({ error: 'Malformed JSON' }, { status: 400 })
        }
        if (!isUser(body)) return Response.json({ error: 'Invalid user' }, { status: 400 })
        const user = deserializeUser(body)
        user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return Response.json(user)
      },
    },
  },
})
