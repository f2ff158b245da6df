import { type } from 'arktype'
import { finite, parseDate } from './fields.ts'

const Payment = type.or(
  { kind: "'card'", holder: 'string', number: 'string', expires: 'string' },
  { kind: "'bank'", iban: 'string', 'bic?': 'string' },
  { kind: "'wallet'", provider: "'paypal' | 'apple' | 'google'", email: 'string' },
)

export const parseAccount = type({
  id: finite,
  email: 'string',
  'nickname?': 'string',
  status: "'active' | 'suspended' | 'closed'",
  createdAt: parseDate,
  updatedAt: parseDate,
  lastLogin: parseDate,
  profile: {
    firstName: 'string',
    lastName: 'string',
    birthDate: parseDate,
    phones: 'string[]',
    address: { street: 'string', city: 'string', zip: 'string', country: 'string', 'state?': 'string' },
  },
  preferences: {
    language: "'en' | 'de' | 'es' | 'fr'",
    newsletter: 'boolean',
    'theme?': "'light' | 'dark'",
    tags: 'string[]',
  },
  payment: Payment,
  orders: type({ id: finite, total: finite, items: 'string[]' }).array(),
})
