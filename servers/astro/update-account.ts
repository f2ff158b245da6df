import { defineAction } from 'astro:actions'
import { z } from 'astro/zod'
import { touchAccount } from '../../shared/models/account.ts'

const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const Profile = z.object({
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
})

const Preferences = z.object({
  language: z.enum(['en', 'de', 'es', 'fr']),
  newsletter: z.boolean(),
  theme: z.enum(['light', 'dark']).optional(),
  tags: z.array(z.string()),
})

const Payment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), holder: z.string(), number: z.string(), expires: z.string() }),
  z.object({ kind: z.literal('bank'), iban: z.string(), bic: z.string().optional() }),
  z.object({ kind: z.literal('wallet'), provider: z.enum(['paypal', 'apple', 'google']), email: z.string() }),
])

const Account = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: Profile,
  preferences: Preferences,
  payment: Payment,
  orders: z.array(z.object({ id: z.number(), total: z.number(), items: z.array(z.string()) })),
})

export const updateAccount = defineAction({ input: Account, handler: (account) => touchAccount(account) })
