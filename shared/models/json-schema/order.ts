import { patterns } from '../order.ts'

export const orderSchema = {
  type: 'object',
  required: ['id', 'customer', 'email', 'currency', 'priority', 'discount', 'note', 'address', 'items', 'gift'],
  properties: {
    id: { type: 'string', pattern: patterns.id.source },
    customer: { type: 'string', minLength: 2, maxLength: 60 },
    email: { type: 'string', format: 'email' },
    currency: { type: 'string', enum: ['EUR', 'USD', 'GBP'] },
    priority: { type: 'string', enum: ['low', 'normal', 'high'] },
    discount: { type: 'number', minimum: 0, maximum: 50 },
    note: { type: 'string', maxLength: 200 },
    address: {
      type: 'object',
      required: ['street', 'city', 'zip', 'country'],
      properties: {
        street: { type: 'string', minLength: 1, maxLength: 100 },
        city: { type: 'string', minLength: 1, maxLength: 60 },
        zip: { type: 'string', pattern: patterns.zip.source },
        country: { type: 'string', pattern: patterns.country.source },
      },
    },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        type: 'object',
        required: ['sku', 'quantity', 'price'],
        properties: {
          sku: { type: 'string', pattern: patterns.sku.source },
          quantity: { type: 'integer', minimum: 1, maximum: 100 },
          price: { type: 'number', minimum: 0.01, maximum: 10_000 },
        },
      },
    },
    gift: { type: 'boolean' },
  },
}

export const receiptSchema = {
  type: 'object',
  required: ['id', 'total'],
  properties: { id: { type: 'string' }, total: { type: 'number' } },
}
