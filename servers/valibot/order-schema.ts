import * as v from 'valibot'
import { patterns } from '../../shared/models/order.ts'

const text = (shortest: number, longest: number) => v.pipe(v.string(), v.minLength(shortest), v.maxLength(longest))
const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern))

const ItemSchema = v.object({
  sku: matching(patterns.sku),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  price: v.pipe(v.number(), v.minValue(0.01), v.maxValue(10_000)),
})

export const OrderSchema = v.object({
  id: matching(patterns.id),
  customer: text(2, 60),
  email: v.pipe(v.string(), v.email()),
  currency: v.picklist(['EUR', 'USD', 'GBP']),
  priority: v.picklist(['low', 'normal', 'high']),
  discount: v.pipe(v.number(), v.minValue(0), v.maxValue(50)),
  note: text(0, 200),
  address: v.object({
    street: text(1, 100),
    city: text(1, 60),
    zip: matching(patterns.zip),
    country: matching(patterns.country),
  }),
  items: v.pipe(v.array(ItemSchema), v.minLength(1), v.maxLength(20)),
  gift: v.boolean(),
})
