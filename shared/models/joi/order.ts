import Joi from 'joi'
import { type Order, patterns } from '../order.ts'

const address = Joi.object({
  street: Joi.string().max(100).required(),
  city: Joi.string().max(60).required(),
  zip: Joi.string().pattern(patterns.zip).required(),
  country: Joi.string().pattern(patterns.country).required(),
})

const item = Joi.object({
  sku: Joi.string().pattern(patterns.sku).required(),
  quantity: Joi.number().integer().min(1).max(100).required(),
  price: Joi.number().min(0.01).max(10_000).required(),
})

export const orderSchema = Joi.object<Order>({
  id: Joi.string().pattern(patterns.id).required(),
  customer: Joi.string().min(2).max(60).required(),
  email: Joi.string().email().required(),
  currency: Joi.valid('EUR', 'USD', 'GBP').required(),
  priority: Joi.valid('low', 'normal', 'high').required(),
  discount: Joi.number().min(0).max(50).required(),
  note: Joi.string().allow('').max(200).required(),
  address: address.required(),
  items: Joi.array().items(item).min(1).max(20).required(),
  gift: Joi.boolean().required(),
}).required()
