import vine from '@vinejs/vine'
import { patterns, receipt } from '../../shared/models/order.ts'
import { serve } from './server.ts'

const orderValidator = vine.create({
  id: vine.string().regex(patterns.id),
  customer: vine.string().minLength(2).maxLength(60),
  email: vine.string().email(),
  currency: vine.enum(['EUR', 'USD', 'GBP']),
  priority: vine.enum(['low', 'normal', 'high']),
  discount: vine.number({ strict: true }).range([0, 50]),
  note: vine.string().maxLength(200),
  address: vine.object({
    street: vine.string().minLength(1).maxLength(100),
    city: vine.string().minLength(1).maxLength(60),
    zip: vine.string().regex(patterns.zip),
    country: vine.string().regex(patterns.country),
  }),
  items: vine
    .array(
      vine.object({
        sku: vine.string().regex(patterns.sku),
        quantity: vine.number({ strict: true }).withoutDecimals().range([1, 100]),
        price: vine.number({ strict: true }).range([0.01, 10_000]),
      }),
    )
    .minLength(1)
    .maxLength(20),
  gift: vine.boolean({ strict: true }),
})

await serve((router) => {
  router.post('/orders', async ({ request }) => receipt(await request.validateUsing(orderValidator)))
})
