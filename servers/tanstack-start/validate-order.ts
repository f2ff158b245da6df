import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'
import { parseBody } from './parse-body.ts'

export async function POST({ request }: { request: Request }) {
  const order = await parseBody(request, Order)
  return order instanceof Response ? order : Response.json(receipt(order))
}
