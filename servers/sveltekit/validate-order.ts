import { json, type RequestHandler } from '@sveltejs/kit'
import * as v from 'valibot'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/valibot/order.ts'

export const POST: RequestHandler = async ({ request }) => {
  const { success, output: order, issues } = v.safeParse(Order, await request.json())
  if (!success) return json({ message: 'Invalid order', issues: v.flatten(issues) }, { status: 400 })
  return json(receipt(order))
}
