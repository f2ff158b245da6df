import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

export async function POST(request: Request) {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    return Response.json({ error: 'Malformed JSON' }, { status: 400 })
  }
  const { success, data: order, error } = Order.safeParse(body)
  if (!success) return Response.json({ error: 'Invalid order', issues: error.issues }, { status: 400 })
  return Response.json(receipt(order))
}
