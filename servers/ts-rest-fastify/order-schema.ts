import { z } from 'zod'
import { patterns } from '../../shared/models/order.ts'

const address = z.object({
  street: z.string().min(1).max(100),
  city: z.string().min(1).max(60),
  zip: z.string().regex(patterns.zip),
  country: z.string().regex(patterns.country),
})

const item = z.object({
  sku: z.string().regex(patterns.sku),
  quantity: z.number().int().min(1).max(100),
  price: z.number().min(0.01).max(10_000),
})

export const orderSchema = z.object({
  id: z.string().regex(patterns.id),
  customer: z.string().min(2).max(60),
  email: z.string().email(),
  currency: z.enum(['EUR', 'USD', 'GBP']),
  priority: z.enum(['low', 'normal', 'high']),
  discount: z.number().min(0).max(50),
  note: z.string().max(200),
  address,
  items: z.array(item).min(1).max(20),
  gift: z.boolean(),
})
