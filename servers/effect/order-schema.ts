import { Schema } from 'effect'
import { patterns } from '../../shared/models/order.ts'

const matching = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))
const ofLength = (minimum: number, maximum: number) => Schema.String.check(Schema.isBetweenLength(minimum, maximum))
const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

const Address = Schema.Struct({
  street: ofLength(1, 100),
  city: ofLength(1, 60),
  zip: matching(patterns.zip),
  country: matching(patterns.country),
})

const Item = Schema.Struct({
  sku: matching(patterns.sku),
  quantity: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
  price: between(0.01, 10_000),
})

export const Order = Schema.Struct({
  id: matching(patterns.id),
  customer: ofLength(2, 60),
  email: matching(patterns.email),
  currency: Schema.Literals(['EUR', 'USD', 'GBP']),
  priority: Schema.Literals(['low', 'normal', 'high']),
  discount: between(0, 50),
  note: Schema.String.check(Schema.isMaxLength(200)),
  address: Address,
  items: Schema.mutable(Schema.Array(Item).check(Schema.isBetweenLength(1, 20))),
  gift: Schema.Boolean,
})
