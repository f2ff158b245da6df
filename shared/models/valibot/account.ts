import * as v from 'valibot'

/** A number that JSON can represent. */
const Finite = v.pipe(v.number(), v.finite())

/** Converts an ISO 8601 string with a time zone to a `Date`. */
const DateTime = v.pipe(v.string(), v.isoTimestamp(), v.toDate())

const Address = v.object({
  street: v.string(),
  city: v.string(),
  zip: v.string(),
  country: v.string(),
  state: v.optional(v.string()),
})

const Payment = v.variant('kind', [
  v.object({ kind: v.literal('card'), holder: v.string(), number: v.string(), expires: v.string() }),
  v.object({ kind: v.literal('bank'), iban: v.string(), bic: v.optional(v.string()) }),
  v.object({ kind: v.literal('wallet'), provider: v.picklist(['paypal', 'apple', 'google']), email: v.string() }),
])

export const Account = v.object({
  id: Finite,
  email: v.string(),
  nickname: v.optional(v.string()),
  status: v.picklist(['active', 'suspended', 'closed']),
  createdAt: DateTime,
  updatedAt: DateTime,
  lastLogin: DateTime,
  profile: v.object({
    firstName: v.string(),
    lastName: v.string(),
    birthDate: DateTime,
    phones: v.array(v.string()),
    address: Address,
  }),
  preferences: v.object({
    language: v.picklist(['en', 'de', 'es', 'fr']),
    newsletter: v.boolean(),
    theme: v.optional(v.picklist(['light', 'dark'])),
    tags: v.array(v.string()),
  }),
  payment: Payment,
  orders: v.array(v.object({ id: Finite, total: Finite, items: v.array(v.string()) })),
})
