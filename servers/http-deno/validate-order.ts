import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { withJson } from './with-json.ts'

const postOrder = withJson((body) => {
  const errors = orderErrors(body)
  if (errors.length > 0) return Response.json({ error: 'Invalid order', fields: errors }, { status: 400 })
  return Response.json(receipt(body as Order))
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/orders') return postOrder(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
