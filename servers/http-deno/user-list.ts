import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { pathOf } from './request.ts'
import { withJson } from './with-json.ts'

const updateUsers = withJson((body) => {
  const list = parseUserList(body)
  if (list instanceof Invalid) return Response.json({ error: 'Invalid list', fields: list.fields }, { status: 400 })
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return Response.json(list)
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (request.method === 'POST' && pathOf(request) === '/updateUsers') return updateUsers(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
