import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/updateUsers': {
      POST: withJson((body) => {
        const list = parseUserList(body)
        if (list instanceof Invalid) {
          return Response.json({ error: 'Invalid list', fields: list.fields }, { status: 400 })
        }
        for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return Response.json(list)
      }),
    },
  },
})
