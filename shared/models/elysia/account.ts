import { t } from 'elysia'
import { dateTime } from './date-time.ts'

const Address = t.Object({
  street: t.String(),
  city: t.String(),
  zip: t.String(),
  country: t.String(),
  state: t.Optional(t.String()),
})

const Card = t.Object({ kind: t.Literal('card'), holder: t.String(), number: t.String(), expires: t.String() })
const BankAccount = t.Object({ kind: t.Literal('bank'), iban: t.String(), bic: t.Optional(t.String()) })
const Wallet = t.Object({
  kind: t.Literal('wallet'),
  provider: t.Union([t.Literal('paypal'), t.Literal('apple'), t.Literal('google')]),
  email: t.String(),
})

export const Account = t.Object({
  id: t.Number(),
  email: t.String(),
  nickname: t.Optional(t.String()),
  status: t.Union([t.Literal('active'), t.Literal('suspended'), t.Literal('closed')]),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: t.Object({
    firstName: t.String(),
    lastName: t.String(),
    birthDate: dateTime,
    phones: t.Array(t.String()),
    address: Address,
  }),
  preferences: t.Object({
    language: t.Union([t.Literal('en'), t.Literal('de'), t.Literal('es'), t.Literal('fr')]),
    newsletter: t.Boolean(),
    theme: t.Optional(t.Union([t.Literal('light'), t.Literal('dark')])),
    tags: t.Array(t.String()),
  }),
  payment: t.Union([Card, BankAccount, Wallet]),
  orders: t.Array(t.Object({ id: t.Number(), total: t.Number(), items: t.Array(t.String()) })),
})
