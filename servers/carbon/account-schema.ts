import { Type } from '@sinclair/carbon/type'
import { TypeCompiler } from '@sinclair/carbon/type/compiler'
import { DateTime } from './date-time.ts'

const Profile = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  birthDate: DateTime,
  phones: Type.Array(Type.String()),
  address: Type.Object({
    street: Type.String(),
    city: Type.String(),
    zip: Type.String(),
    country: Type.String(),
    state: Type.Optional(Type.String()),
  }),
})

const Preferences = Type.Object({
  language: Type.Union([Type.Literal('en'), Type.Literal('de'), Type.Literal('es'), Type.Literal('fr')]),
  newsletter: Type.Boolean(),
  theme: Type.Optional(Type.Union([Type.Literal('light'), Type.Literal('dark')])),
  tags: Type.Array(Type.String()),
})

const Payment = Type.Union([
  Type.Object({ kind: Type.Literal('card'), holder: Type.String(), number: Type.String(), expires: Type.String() }),
  Type.Object({ kind: Type.Literal('bank'), iban: Type.String(), bic: Type.Optional(Type.String()) }),
  Type.Object({
    kind: Type.Literal('wallet'),
    provider: Type.Union([Type.Literal('paypal'), Type.Literal('apple'), Type.Literal('google')]),
    email: Type.String(),
  }),
])

export const Account = TypeCompiler.Compile(
  Type.Object({
    id: Type.Number(),
    email: Type.String(),
    nickname: Type.Optional(Type.String()),
    status: Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('closed')]),
    createdAt: DateTime,
    updatedAt: DateTime,
    lastLogin: DateTime,
    profile: Profile,
    preferences: Preferences,
    payment: Payment,
    orders: Type.Array(
      Type.Object({
        id: Type.Number(),
        total: Type.Number(),
        items: Type.Array(Type.String()),
      }),
    ),
  }),
)
