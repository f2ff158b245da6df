import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { pathOf } from './request.ts'
import { withJson } from './with-json.ts'

const updateUser = withJson((body) => {
  const user = parseUser(body)
  if (user instanceof Invalid) return Response.json({ error: 'Invalid user', fields: user.fields }, { status: 400 })
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(user)
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (request.method === 'POST' && pathOf(request) === '/updateUser') return updateUser(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
