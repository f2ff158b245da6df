import { type TSchema, Type } from '@fastify/type-provider-typebox'
import { DateOut, DateTime, Finite } from './fields.ts'

const Address = Type.Object({
  street: Type.String(),
  city: Type.String(),
  zip: Type.String(),
  country: Type.String(),
  state: Type.Optional(Type.String()),
})

const Preferences = Type.Object({
  language: Type.Enum(['en', 'de', 'es', 'fr']),
  newsletter: Type.Boolean(),
  theme: Type.Optional(Type.Enum(['light', 'dark'])),
  tags: Type.Array(Type.String()),
})

const Payment = Type.Union([
  Type.Object({
    kind: Type.Literal('card'),
    holder: Type.String(),
    number: Type.String(),
    expires: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('bank'),
    iban: Type.String(),
    bic: Type.Optional(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('wallet'),
    provider: Type.Enum(['paypal', 'apple', 'google']),
    email: Type.String(),
  }),
])

const Order = Type.Object({
  id: Finite,
  total: Finite,
  items: Type.Array(Type.String()),
})

const accountWith = <T extends TSchema>(date: T) =>
  Type.Object({
    id: Finite,
    email: Type.String(),
    nickname: Type.Optional(Type.String()),
    status: Type.Enum(['active', 'suspended', 'closed']),
    createdAt: date,
    updatedAt: date,
    lastLogin: date,
    profile: Type.Object({
      firstName: Type.String(),
      lastName: Type.String(),
      birthDate: date,
      phones: Type.Array(Type.String()),
      address: Address,
    }),
    preferences: Preferences,
    payment: Payment,
    orders: Type.Array(Order),
  })

export const AccountIn = accountWith(DateTime)
export const AccountOut = accountWith(DateOut)
