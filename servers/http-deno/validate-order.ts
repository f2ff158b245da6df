import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { pathOf } from './request.ts'
import { withJson } from './with-json.ts'

const postOrder = withJson((body) => {
  const order = parseOrder(body)
  if (order instanceof Invalid) return Response.json({ error: 'Invalid order', fields: order.fields }, { status: 400 })
  return Response.json(receipt(order))
})

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (request.method === 'POST' && pathOf(request) === '/orders') return postOrder(request)
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
