import { FormatRegistry, Type } from '@sinclair/carbon/type'
import { TypeCompiler } from '@sinclair/carbon/type/compiler'
import { patterns, receipt } from '../../shared/models/order.ts'
import { decodeJson } from './decode.ts'
import { serve } from './http.ts'

FormatRegistry.Set('email', (text) => patterns.email.test(text))

const Item = Type.Object({
  sku: Type.String({ pattern: patterns.sku.source }),
  quantity: Type.Integer({ minimum: 1, maximum: 100 }),
  price: Type.Number({ minimum: 0.01, maximum: 10_000 }),
})

const Order = TypeCompiler.Compile(
  Type.Object({
    id: Type.String({ pattern: patterns.id.source }),
    customer: Type.String({ minLength: 2, maxLength: 60 }),
    email: Type.String({ format: 'email' }),
    currency: Type.Union([Type.Literal('EUR'), Type.Literal('USD'), Type.Literal('GBP')]),
    priority: Type.Union([Type.Literal('low'), Type.Literal('normal'), Type.Literal('high')]),
    discount: Type.Number({ minimum: 0, maximum: 50 }),
    note: Type.String({ maxLength: 200 }),
    address: Type.Object({
      street: Type.String({ minLength: 1, maxLength: 100 }),
      city: Type.String({ minLength: 1, maxLength: 60 }),
      zip: Type.String({ pattern: patterns.zip.source }),
      country: Type.String({ pattern: patterns.country.source }),
    }),
    items: Type.Array(Item, { minItems: 1, maxItems: 20 }),
    gift: Type.Boolean(),
  }),
)

await serve('POST', '/orders', (request) => decodeJson(request, Order, (order) => Response.json(receipt(order))))
