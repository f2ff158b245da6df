import vine from '@vinejs/vine'
import { dateTime } from './date-time.ts'

const payment = vine.group([
  vine.group.if((data) => data.kind === 'card', {
    kind: vine.literal('card'),
    holder: vine.string(),
    number: vine.string(),
    expires: vine.string(),
  }),
  vine.group.if((data) => data.kind === 'bank', {
    kind: vine.literal('bank'),
    iban: vine.string(),
    bic: vine.string().optional(),
  }),
  vine.group.else({
    kind: vine.literal('wallet'),
    provider: vine.enum(['paypal', 'apple', 'google']),
    email: vine.string(),
  }),
])

export const updateAccountValidator = vine.create({
  id: vine.number({ strict: true }),
  email: vine.string(),
  nickname: vine.string().optional(),
  status: vine.enum(['active', 'suspended', 'closed']),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  lastLogin: dateTime(),
  profile: vine.object({
    firstName: vine.string(),
    lastName: vine.string(),
    birthDate: dateTime(),
    phones: vine.array(vine.string()),
    address: vine.object({
      street: vine.string(),
      city: vine.string(),
      zip: vine.string(),
      country: vine.string(),
      state: vine.string().optional(),
    }),
  }),
  preferences: vine.object({
    language: vine.enum(['en', 'de', 'es', 'fr']),
    newsletter: vine.boolean({ strict: true }),
    theme: vine.enum(['light', 'dark']).optional(),
    tags: vine.array(vine.string()),
  }),
  payment: vine.object({}).merge(payment),
  orders: vine.array(
    vine.object({
      id: vine.number({ strict: true }),
      total: vine.number({ strict: true }),
      items: vine.array(vine.string()),
    }),
  ),
})
