import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { withJson } from './with-json.ts'

const routes: Record<string, { POST: ReturnType<typeof withJson> }> = {}

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  routes[`/updateUser${route}`] = {
    POST: withJson((body) => {
      const user = parseUser(body)
      if (user instanceof Invalid) {
        return Response.json({ error: 'Invalid user', fields: user.fields }, { status: 400 })
      }
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return Response.json(user)
    }),
  }
}

Bun.serve({ hostname: process.env.HOST, port: process.env.PORT, routes })
