import { Schema } from 'effect'
import { DateTime, UpdatableDate } from './date.ts'

const Address = Schema.Struct({
  street: Schema.String,
  city: Schema.String,
  zip: Schema.String,
  country: Schema.String,
  state: Schema.optionalKey(Schema.String),
})

const Profile = Schema.Struct({
  firstName: Schema.String,
  lastName: Schema.String,
  birthDate: DateTime,
  phones: Schema.mutable(Schema.Array(Schema.String)),
  address: Address,
})

const Preferences = Schema.Struct({
  language: Schema.Literals(['en', 'de', 'es', 'fr']),
  newsletter: Schema.Boolean,
  theme: Schema.optionalKey(Schema.Literals(['light', 'dark'])),
  tags: Schema.mutable(Schema.Array(Schema.String)),
})

const Payment = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal('card'),
    holder: Schema.String,
    number: Schema.String,
    expires: Schema.String,
  }),
  Schema.Struct({ kind: Schema.Literal('bank'), iban: Schema.String, bic: Schema.optionalKey(Schema.String) }),
  Schema.Struct({
    kind: Schema.Literal('wallet'),
    provider: Schema.Literals(['paypal', 'apple', 'google']),
    email: Schema.String,
  }),
])

const Order = Schema.Struct({
  id: Schema.Finite,
  total: Schema.Finite,
  items: Schema.mutable(Schema.Array(Schema.String)),
})

export const Account = Schema.Struct({
  id: Schema.Finite,
  email: Schema.String,
  nickname: Schema.optionalKey(Schema.String),
  status: Schema.Literals(['active', 'suspended', 'closed']),
  createdAt: DateTime,
  updatedAt: UpdatableDate,
  lastLogin: UpdatableDate,
  profile: Profile,
  preferences: Preferences,
  payment: Payment,
  orders: Schema.mutable(Schema.Array(Order)),
})

export const AccountOut = Schema.Struct({ ...Account.fields, updatedAt: Schema.Date, lastLogin: Schema.Date })
