import { type TSchema, Type } from 'typebox'
import { patterns } from '../order.ts'

const Address = Type.Object({
  street: Type.String({ minLength: 1, maxLength: 100 }),
  city: Type.String({ minLength: 1, maxLength: 60 }),
  zip: Type.String({ pattern: patterns.zip.source }),
  country: Type.String({ pattern: patterns.country.source }),
})

const Item = Type.Object({
  sku: Type.String({ pattern: patterns.sku.source }),
  quantity: Type.Integer({ minimum: 1, maximum: 100 }),
  price: Type.Number({ minimum: 0.01, maximum: 10_000 }),
})

/** @param email the schema of an email address */
export const orderWith = <E extends TSchema>(email: E) =>
  Type.Object({
    id: Type.String({ pattern: patterns.id.source }),
    customer: Type.String({ minLength: 2, maxLength: 60 }),
    email,
    currency: Type.Enum(['EUR', 'USD', 'GBP']),
    priority: Type.Enum(['low', 'normal', 'high']),
    discount: Type.Number({ minimum: 0, maximum: 50 }),
    note: Type.String({ maxLength: 200 }),
    address: Address,
    items: Type.Array(Item, { minItems: 1, maxItems: 20 }),
    gift: Type.Boolean(),
  })
