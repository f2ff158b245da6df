import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { withJson } from './with-json.ts'

const updateAccount = withJson((body) => {
  if (!isAccount(body)) return Response.json({ error: 'Invalid account' }, { status: 400 })
  return Response.json(touchAccount(deserializeAccount(body)))
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/updateAccount') return updateAccount(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
