import { defineAction } from 'astro:actions'
import { z } from 'astro/zod'
import { patterns, receipt } from '../../shared/models/order.ts'

const Address = z.object({
  street: z.string().min(1).max(100),
  city: z.string().min(1).max(60),
  zip: z.string().regex(patterns.zip),
  country: z.string().regex(patterns.country),
})

const Item = z.object({
  sku: z.string().regex(patterns.sku),
  quantity: z.int().min(1).max(100),
  price: z.number().min(0.01).max(10_000),
})

const Order = z.object({
  id: z.string().regex(patterns.id),
  customer: z.string().min(2).max(60),
  email: z.email(),
  currency: z.enum(['EUR', 'USD', 'GBP']),
  priority: z.enum(['low', 'normal', 'high']),
  discount: z.number().min(0).max(50),
  note: z.string().max(200),
  address: Address,
  items: z.array(Item).min(1).max(20),
  gift: z.boolean(),
})

export const orders = defineAction({ input: Order, handler: (order) => receipt(order) })
