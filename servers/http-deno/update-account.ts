import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { pathOf } from './request.ts'
import { withJson } from './with-json.ts'

const updateAccount = withJson((body) => {
  const account = parseAccount(body)
  if (account instanceof Invalid) {
    return Response.json({ error: 'Invalid account', fields: account.fields }, { status: 400 })
  }
  return Response.json(touchAccount(account))
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (request.method === 'POST' && pathOf(request) === '/updateAccount') return updateAccount(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
