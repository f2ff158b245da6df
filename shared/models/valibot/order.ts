import * as v from 'valibot'
import { patterns } from '../order.ts'

const Address = v.object({
  street: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  city: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  zip: v.pipe(v.string(), v.regex(patterns.zip)),
  country: v.pipe(v.string(), v.regex(patterns.country)),
})

const Item = v.object({
  sku: v.pipe(v.string(), v.regex(patterns.sku)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  price: v.pipe(v.number(), v.minValue(0.01), v.maxValue(10_000)),
})

export const Order = v.object({
  id: v.pipe(v.string(), v.regex(patterns.id)),
  customer: v.pipe(v.string(), v.minLength(2), v.maxLength(60)),
  email: v.pipe(v.string(), v.email()),
  currency: v.picklist(['EUR', 'USD', 'GBP']),
  priority: v.picklist(['low', 'normal', 'high']),
  discount: v.pipe(v.number(), v.minValue(0), v.maxValue(50)),
  note: v.pipe(v.string(), v.maxLength(200)),
  address: Address,
  items: v.pipe(v.array(Item), v.minLength(1), v.maxLength(20)),
  gift: v.boolean(),
})
