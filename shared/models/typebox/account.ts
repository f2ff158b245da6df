import { type TSchema, Type } from 'typebox'

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

/**
 * @param number the schema of a number that JSON can represent
 * @param date the schema of a date
 */
export const accountWith = <N extends TSchema, D extends TSchema>(number: N, date: D) =>
  Type.Object({
    id: number,
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
    orders: Type.Array(Type.Object({ id: number, total: number, items: Type.Array(Type.String()) })),
  })
