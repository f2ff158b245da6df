import { z } from 'zod'
import { dateTime } from './date-time.ts'

const addressSchema = z.object({
  street: z.string(),
  city: z.string(),
  zip: z.string(),
  country: z.string(),
  state: z.string().optional(),
})

const profileSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: dateTime,
  phones: z.array(z.string()),
  address: addressSchema,
})

const preferencesSchema = z.object({
  language: z.enum(['en', 'de', 'es', 'fr']),
  newsletter: z.boolean(),
  theme: z.enum(['light', 'dark']).optional(),
  tags: z.array(z.string()),
})

const paymentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), holder: z.string(), number: z.string(), expires: z.string() }),
  z.object({ kind: z.literal('bank'), iban: z.string(), bic: z.string().optional() }),
  z.object({ kind: z.literal('wallet'), provider: z.enum(['paypal', 'apple', 'google']), email: z.string() }),
])

const orderSchema = z.object({ id: z.number(), total: z.number(), items: z.array(z.string()) })

export const accountSchema = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastLogin: dateTime,
  profile: profileSchema,
  preferences: preferencesSchema,
  payment: paymentSchema,
  orders: z.array(orderSchema),
})
