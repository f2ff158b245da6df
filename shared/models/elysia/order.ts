import { t } from 'elysia'
import { patterns } from '../order.ts'

export const Order = t.Object({
  id: t.String({ pattern: patterns.id.source }),
  customer: t.String({ minLength: 2, maxLength: 60 }),
  email: t.String({ format: 'email' }),
  currency: t.Union([t.Literal('EUR'), t.Literal('USD'), t.Literal('GBP')]),
  priority: t.Union([t.Literal('low'), t.Literal('normal'), t.Literal('high')]),
  discount: t.Number({ minimum: 0, maximum: 50 }),
  note: t.String({ maxLength: 200 }),
  address: t.Object({
    street: t.String({ minLength: 1, maxLength: 100 }),
    city: t.String({ minLength: 1, maxLength: 60 }),
    zip: t.String({ pattern: patterns.zip.source }),
    country: t.String({ pattern: patterns.country.source }),
  }),
  items: t.Array(
    t.Object({
      sku: t.String({ pattern: patterns.sku.source }),
      quantity: t.Integer({ minimum: 1, maximum: 100 }),
      price: t.Number({ minimum: 0.01, maximum: 10_000 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  gift: t.Boolean(),
})
