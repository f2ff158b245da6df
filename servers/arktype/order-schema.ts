import { type } from 'arktype'
import { patterns } from '../../shared/models/order.ts'

const Item = type({
  sku: patterns.sku,
  quantity: '1 <= number.integer <= 100',
  price: '0.01 <= number <= 10000',
})

export const Order = type({
  id: patterns.id,
  customer: '2 <= string <= 60',
  // `string.email` also passes two dots in a row.
  email: patterns.email,
  currency: "'EUR' | 'USD' | 'GBP'",
  priority: "'low' | 'normal' | 'high'",
  discount: '0 <= number <= 50',
  note: 'string <= 200',
  address: {
    street: '1 <= string <= 100',
    city: '1 <= string <= 60',
    zip: patterns.zip,
    country: patterns.country,
  },
  items: Item.array().atLeastLength(1).atMostLength(20),
  gift: 'boolean',
})
