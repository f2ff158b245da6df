import { z } from 'zod'

/** `datetime` alone also passes offsets such as `+24:00`, of which `Date` makes an invalid one. */
const dateTime = z.string().datetime({ offset: true }).pipe(z.coerce.date())

const card = z.object({ kind: z.literal('card'), holder: z.string(), number: z.string(), expires: z.string() })

const bank = z.object({ kind: z.literal('bank'), iban: z.string(), bic: z.string().optional() })

const wallet = z.object({
  kind: z.literal('wallet'),
  provider: z.enum(['paypal', 'apple', 'google']),
  email: z.string(),
})

export const accountSchema = z.object({
  id: z.number().finite(),
  email: z.string(),
  nickname: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: z.object({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: dateTime,
    phones: z.array(z.string()),
    address: z.object({
      street: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
      state: z.string().optional(),
    }),
  }),
  preferences: z.object({
    language: z.enum(['en', 'de', 'es', 'fr']),
    newsletter: z.boolean(),
    theme: z.enum(['light', 'dark']).optional(),
    tags: z.array(z.string()),
  }),
  payment: z.discriminatedUnion('kind', [card, bank, wallet]),
  orders: z.array(z.object({ id: z.number().finite(), total: z.number().finite(), items: z.array(z.string()) })),
})
