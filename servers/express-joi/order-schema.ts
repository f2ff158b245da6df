import Joi from 'joi'
import { type Order, patterns } from '../../shared/models/order.ts'

const address = Joi.object({
  street: Joi.string().max(100),
  city: Joi.string().max(60),
  zip: Joi.string().pattern(patterns.zip),
  country: Joi.string().pattern(patterns.country),
})

const item = Joi.object({
  sku: Joi.string().pattern(patterns.sku),
  quantity: Joi.number().integer().min(1).max(100),
  price: Joi.number().min(0.01).max(10_000),
})

export const orderSchema = Joi.object<Order>({
  id: Joi.string().pattern(patterns.id),
  customer: Joi.string().min(2).max(60),
  email: Joi.string().email(),
  currency: Joi.valid('EUR', 'USD', 'GBP'),
  priority: Joi.valid('low', 'normal', 'high'),
  discount: Joi.number().min(0).max(50),
  note: Joi.string().allow('').max(200),
  address,
  items: Joi.array().items(item).min(1).max(20),
  gift: Joi.boolean(),
}).prefs({ presence: 'required' })
