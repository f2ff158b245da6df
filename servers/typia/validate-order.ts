import { createServer } from 'node:http'
import typia, { type tags } from 'typia'
import { receipt } from '#shared/order'
import { receiveJson, sendError, sendJson } from './http.js'

interface Order {
  id: string & tags.Pattern<'^ORD-\\d{16}$'>
  customer: string & tags.MinLength<2> & tags.MaxLength<60>
  email: string & tags.Format<'email'>
  currency: 'EUR' | 'USD' | 'GBP'
  priority: 'low' | 'normal' | 'high'
  discount: number & tags.Minimum<0> & tags.Maximum<50>
  note: string & tags.MaxLength<200>
  address: Address
  items: OrderItem[] & tags.MinItems<1> & tags.MaxItems<20>
  gift: boolean
}

interface Address {
  street: string & tags.MinLength<1> & tags.MaxLength<100>
  city: string & tags.MinLength<1> & tags.MaxLength<60>
  zip: string & tags.Pattern<'^\\d{5}$'>
  country: string & tags.Pattern<'^[A-Z]{2}$'>
}

interface OrderItem {
  sku: string & tags.Pattern<'^[A-Z]{3}-\\d{4}$'>
  quantity: number & tags.Type<'uint32'> & tags.Minimum<1> & tags.Maximum<100>
  price: number & tags.Minimum<0.01> & tags.Maximum<10_000>
}

const parseOrder = typia.json.createValidateParse<Order>()
const stringifyReceipt = typia.json.createStringify<{ id: string; total: number }>()

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendError(response, 404, 'Not Found')
  receiveJson(request, response, parseOrder, (order) => sendJson(response, 200, stringifyReceipt(receipt(order))))
})

server.listen(Number(process.env.PORT), process.env.HOST)
